"use strict";

// The film is data that was prepared for this page; see film.py. Nothing of it is ever markup.
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const texts = film.texts;
  const end = film.changes.length - 1;
  const COLUMNS = 4;
  const SLOTS = 12;
  const LOGGED = 20;
  const SECONDS = [4, 2, 1, 0.5, 0.25, 0.1];

  let place = film.rounds[0] ?? 0;
  let view = film.first;
  let seconds = 1;
  let timer = null;

  const part = (id) => document.getElementById(id);

  const fill = (text, values) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

  function make(parent, tag, text = "", attributes = {}) {
    const element = document.createElement(tag);
    element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    parent.append(element);
    return element;
  }

  /** The table at a place, as the viewer of that number sees it. */
  function stateAt(at, viewer) {
    const state = Object.assign({}, ...film.changes.slice(0, at + 1));
    const seen = {};
    for (const [since, changes] of film.views[viewer].changes) {
      if (since > at) break;
      for (const [key, value] of Object.entries(changes)) {
        if (value === null) delete seen[key];
        else seen[key] = value;
      }
    }
    return Object.assign(state, seen);
  }

  const told = (at) => film.views[view].told[at] ?? film.told[at];

  const kind = (card) =>
    card < 0 ? "lowest" : card === 0 ? "zero" : card < 5 ? "low" : card < 9 ? "middle" : "high";

  /** What a slot shows, what a screen reader says, and its class. */
  function face(value) {
    if (value === undefined || value === null) return ["", "", ""];
    if (value === "cleared") return ["", texts.cleared, ""];
    if (value === "hidden") return ["··", texts.hidden, "card-hidden"];
    if (Array.isArray(value))
      return [`(${value[0]})`, fill(texts.hiddenCard, { card: value[0] }), "card-hidden"];
    return [String(value), String(value), `card-${kind(value)}`];
  }

  function buildSeats() {
    film.seats.forEach((name, seat) => {
      const table = make(part("seats"), "table", "", { id: `seat-${seat}` });
      make(table, "caption");
      const head = make(make(table, "thead"), "tr");
      make(head, "td");
      for (let column = 1; column <= COLUMNS; column += 1) {
        make(head, "th", column, { scope: "col" });
      }
      const body = make(table, "tbody");
      for (let first = 0; first < SLOTS; first += COLUMNS) {
        const row = make(body, "tr");
        make(row, "th", "abc"[first / COLUMNS], { scope: "row" });
        for (let slot = first; slot < first + COLUMNS; slot += 1) {
          const cell = make(row, "td", "", { id: `card-${seat}-${slot}` });
          make(cell, "span", "", { "aria-hidden": "true" });
          make(cell, "span", "", { class: "spoken" });
        }
      }
    });
  }

  function buildScores() {
    const head = make(part("scores").tHead, "tr");
    make(head, "th", texts.player, { scope: "col" });
    film.rounds.forEach((_, index) => {
      make(head, "th", fill(texts.round, { round: index + 1 }), { scope: "col" });
    });
    make(head, "th", texts.total, { scope: "col" });
    make(head, "th", texts.rank, { scope: "col" });
    film.seats.forEach((name) => {
      const row = make(part("scores").tBodies[0], "tr");
      make(row, "th", name, { scope: "row" });
      for (let cell = 0; cell < film.rounds.length + 2; cell += 1) make(row, "td");
    });
  }

  function showSeat(state, seat) {
    const table = part(`seat-${seat}`);
    const moves = state.turn === seat;
    const notes = [];
    if (moves) notes.push(texts.turn);
    if (state.finisher === seat && state.round) notes.push(texts.finisher);
    const values = { seat: seat + 1, name: film.seats[seat], points: state[`points.${seat}`] };
    const mark = moves ? "> " : notes.length ? "! " : "";
    const after = notes.length ? ` (${notes.join(", ")})` : "";
    table.caption.textContent = mark + fill(texts.seat, values) + after;
    table.className = [moves ? "moves" : "", view === seat + 1 ? "own" : ""].join(" ");
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const cell = part(`card-${seat}-${slot}`);
      const [shown, spoken, name] = face(state[`card.${seat}.${slot}`]);
      cell.className = name;
      cell.firstChild.textContent = shown;
      cell.lastChild.textContent = spoken;
    }
  }

  function showPiles(state) {
    const begun = state.top !== null;
    const card = state.top ?? "";
    part("top").textContent = begun
      ? fill(texts.discard, { card, count: state.discards }) : "";
    part("draw").textContent = begun ? fill(texts.draw, { count: state.draws }) : "";
    const holder = film.seats[state.turn] ?? "";
    part("held").textContent =
      state.held === null ? "" : fill(texts.held, { name: holder, card: state.held });
    part("lap").hidden = !state.lap;
  }

  function showScores(state) {
    film.seats.forEach((_, seat) => {
      const cells = part("scores").tBodies[0].rows[seat].cells;
      film.rounds.forEach((__, index) => {
        cells[index + 1].textContent = state[`score.${index + 1}.${seat}`] ?? "";
      });
      cells[film.rounds.length + 1].textContent = state[`points.${seat}`];
      cells[film.rounds.length + 2].textContent = state[`rank.${seat}`] ?? "";
    });
  }

  function showLog() {
    part("log").replaceChildren();
    const first = Math.max(1, place - LOGGED + 1);
    part("log").setAttribute("start", first);
    for (let at = first; at <= place; at += 1) make(part("log"), "li", told(at));
  }

  function show() {
    const state = stateAt(place, view);
    film.seats.forEach((_, seat) => showSeat(state, seat));
    showPiles(state);
    showScores(state);
    showLog();
    part("told").textContent = told(place);
    const round = film.rounds.filter((at) => at <= place).length;
    const values = { place, end, round, rounds: film.rounds.length };
    part("progress").textContent = fill(texts.progress, values);
    part("place").value = place;
    part("place").setAttribute("aria-valuetext", part("progress").textContent);
    part("view").value = view;
    part("speed").value = seconds;
    part("play").textContent = timer === null ? texts.play : texts.pause;
  }

  function pause() {
    clearInterval(timer);
    timer = null;
  }

  function tick() {
    place = Math.min(place + 1, end);
    if (place === end) pause();
    show();
  }

  function run() {
    pause();
    timer = setInterval(tick, seconds * 1000);
  }

  function go(to) {
    pause();
    place = Math.max(0, Math.min(to, end));
    show();
  }

  const next = (places) => go(places.find((at) => at > place) ?? end);
  const before = (places) => go(places.findLast((at) => at < place) ?? 0);

  function play() {
    if (timer !== null) pause();
    else {
      if (place === end) place = 0;
      run();
    }
    show();
  }

  function look(viewer) {
    if (viewer < film.views.length) view = viewer;
    show();
  }

  function hurry(by) {
    const index = SECONDS.indexOf(seconds) + by;
    seconds = SECONDS[Math.max(0, Math.min(index, SECONDS.length - 1))];
    if (timer !== null) run();
    show();
  }

  const does = {
    start: () => go(0),
    roundBack: () => before(film.rounds),
    turnBack: () => before(film.turns),
    back: () => go(place - 1),
    play,
    on: () => go(place + 1),
    nextTurn: () => next(film.turns),
    nextRound: () => next(film.rounds),
    end: () => go(end),
  };

  const keys = {
    ArrowLeft: does.back,
    ArrowRight: does.on,
    ArrowUp: does.turnBack,
    ArrowDown: does.nextTurn,
    PageUp: does.roundBack,
    PageDown: does.nextRound,
    Home: does.start,
    End: does.end,
    " ": play,
    "+": () => hurry(1),
    "-": () => hurry(-1),
  };

  function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("select, input")) return;
    if (event.key === " " && event.target.closest("button")) return;
    const action = /^[0-8]$/.test(event.key) ? () => look(Number(event.key)) : keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  function begin() {
    for (const element of document.querySelectorAll("[data-text]")) {
      element.textContent = texts[element.dataset.text];
    }
    for (const button of document.querySelectorAll("[data-does]")) {
      button.addEventListener("click", does[button.dataset.does]);
    }
    for (const value of SECONDS) make(part("speed"), "option", value, { value });
    [texts.everything, ...film.seats].forEach((name, value) => {
      make(part("view"), "option", value ? `${value} ${name}` : name, { value });
    });
    part("place").max = end;
    buildSeats();
    buildScores();
    part("place").addEventListener("input", (event) => go(Number(event.target.value)));
    part("view").addEventListener("change", (event) => look(Number(event.target.value)));
    part("speed").addEventListener("change", (event) => {
      seconds = Number(event.target.value);
      hurry(0);
    });
    document.addEventListener("keydown", press);
    document.querySelector("main").hidden = false;
    show();
  }

  begin();
})();
