// Speaks with the server: one stream at a time, and another when it is lost.
#include "play.hpp"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <thread>

#include "dial.hpp"
#include "skyjo/v1/play.grpc.pb.h"

using std::chrono::milliseconds;

namespace {

constexpr std::size_t frames_at_most = 1024;
constexpr milliseconds shortest_pause{100};
constexpr milliseconds longest_pause{10'000};

/// A Play stream on which one thing is done after another. Each throws Lost when it fails or takes too long.
class Stream {
  public:
    Stream(const std::string& address, milliseconds patience)
        : stub(pb::PlayService::NewStub(dial(address))), call(stub->AsyncPlay(&context, &queue, nullptr)) {
        wait(patience);
    }

    ~Stream() {
        context.TryCancel();
        queue.Shutdown();
        void* tag;
        bool ok;
        while (queue.Next(&tag, &ok)) continue;
    }

    void write(const pb::PlayRequest& request, milliseconds patience) {
        call->Write(request, nullptr);
        wait(patience);
    }

    const pb::PlayResponse& read(milliseconds patience) {
        call->Read(&response, nullptr);
        wait(patience);
        return response;
    }

  private:
    grpc::ClientContext context;
    grpc::CompletionQueue queue;
    std::unique_ptr<pb::PlayService::Stub> stub;
    std::unique_ptr<grpc::ClientAsyncReaderWriter<pb::PlayRequest, pb::PlayResponse>> call;
    pb::PlayResponse response;

    void wait(milliseconds patience) {
        void* tag;
        bool ok;
        const auto end = std::chrono::system_clock::now() + patience;
        if (queue.AsyncNext(&tag, &ok, end) == grpc::CompletionQueue::TIMEOUT)
            throw Lost("the server is silent");
        if (ok) return;
        grpc::Status status;
        call->Finish(&status, nullptr);
        queue.Next(&tag, &ok);
        throw Lost(status.ok() ? "the server ended it" : status.error_message());
    }
};

/// Serves one stream: answers each response with at most one request, as far as that holds all frames.
void serve(Bot& bot) {
    bot.begin();
    Stream stream(bot.address, bot.silence);
    while (bot.playing()) {
        pb::PlayRequest request;
        for (auto& frame : bot.said()) {
            *request.add_frames() = std::move(frame);
            if (request.frames_size() == frames_at_most)
                stream.write(std::exchange(request, {}), bot.silence);
        }
        if (request.frames_size() > 0) stream.write(request, bot.silence);
        for (const auto& frame : stream.read(bot.silence).frames()) bot.hear(frame);
    }
}

/// Up to half more or less of a pause: many bots must not come back at one instant.
milliseconds about(milliseconds pause) {
    static std::mt19937 random(std::random_device{}());
    return milliseconds(std::uniform_int_distribution<>(pause.count() / 2, pause.count() * 3 / 2)(random));
}

}  // namespace

void play(Bot& bot) {
    for (auto pause = shortest_pause;; pause = std::min(2 * pause, longest_pause)) {
        try {
            return serve(bot);
        } catch (const Lost& why) {
            if (bot.welcomed) pause = shortest_pause;
            const auto wait = std::max(about(pause), bot.come_after);
            std::cerr << "stream lost: " << why.what() << "; trying again in " << wait.count() << " ms\n";
            std::this_thread::sleep_for(wait);
        }
    }
}
