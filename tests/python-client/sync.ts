/** The client for threads, from the one for asyncio: the same code without waiting. */

const CHANGES: [asynchronous: RegExp, synchronous: string][] = [
  [/^import asyncio\n/m, ""],
  [/asyncio\.sleep/g, "time.sleep"],
  [/\bAsync(?=[A-Z])/g, ""],
  [/\basync (?=def|for|with)/g, ""],
  [/\bawait /g, ""],
  [/__a(enter|exit)__/g, "__$1__"],
  [/\.a(close|read|iter_bytes)\b/g, ".$1"],
  [/^""".*\n/, '"""The client of Parley\'s HTTP API. Written by `npm run python-client` from `_async_client.py`."""\n'],
];

export function synchronous(source: string): string {
  return CHANGES.reduce((text, [from, to]) => text.replace(from, to), source);
}
