"""Reading one figure of a server's metrics."""

import asyncio
import urllib.request


async def figure(address: str, name: str, label: str = "") -> float:
    """The value of the metric of that name, with that label, at ``address``."""
    page = await asyncio.to_thread(_page, address)
    begin = f"{name}{{{label}}} " if label else f"{name} "
    return float(next(line for line in page.splitlines() if line.startswith(begin)).split()[1])


async def total(address: str, name: str) -> int:
    """The sum of a counter over all its labels; 0 where nothing was counted yet."""
    page = await asyncio.to_thread(_page, address)
    values = [line.split()[1] for line in page.splitlines() if line.startswith(f"{name}{{")]
    return round(sum(map(float, values)))


def _page(address: str) -> str:
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=10) as answer:
        return str(answer.read().decode())
