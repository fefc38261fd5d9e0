/** Hosts that the input of a tool names, in every form in which a program would take them for an address. */
import { isIP } from "node:net";

/** As `URL` reads them: any number of slashes, either way round. The end is found below. */
const ADDRESS = /\b(?:https?|wss?|ftp):[^\s"'<>]+/gi;
/** Prose may put an address between these, or after a comma. */
const BESIDE = /[()[\]{}|,;^`]/;

/** Once each, as `URL` writes them. `input`: what its JSON says. */
export function hostsIn(input: unknown): Set<string> {
  return new Set(textsIn(input).flatMap((text) => [...hostsOfAddresses(text), ...hostAlone(text.trim())]));
}

/** Values and names, without recursion: a model may nest them as deeply as it likes. */
function textsIn(input: unknown): string[] {
  const texts: string[] = [];
  const left = [input];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) left.push(name, inner);
  }
  return texts;
}

/** Nobody knows where a tool lets an address end, so both ends count. */
function hostsOfAddresses(text: string): string[] {
  return [...text.matchAll(ADDRESS)].flatMap(([address]) => [
    ...hostOf(address),
    ...hostOf(address.split(BESIDE)[0] ?? ""),
  ]);
}

const DOTTED = /^\d{1,3}(?:\.\d{1,3}){3}(?![^:/?#])/;
const WITH_PORT = /^(?=[^:]*[a-z])[^\s:/]+:\d{1,5}(?![^/?#])/i;
const LOCAL = /^(?:[^\s:/]+\.)?localhost(?![^:/?#])/i;
const IN_BRACKETS = /^\[[\da-f:.]+\]/i;

/** Of a text that is an address without its protocol. Other words are not: a tool may be asked about anything. */
function hostAlone(text: string): string[] {
  if (isIP(text) === 6) return hostOf(`http://[${text}]`);
  const address = text.replace(/^\/\//, "");
  const isAddress = [DOTTED, WITH_PORT, LOCAL, IN_BRACKETS].some((form) => form.test(address));
  return isAddress || address !== text ? hostOf(`http://${address}`) : [];
}

function hostOf(address: string): string[] {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return host === "" ? [] : [host];
}
