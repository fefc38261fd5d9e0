/** Tools in a model's call, as all providers have them: those that the caller carries out, and the provider's own search. */
import type { Api } from "./providers.ts";

export interface CallTools {
  /** The provider's own web search; missing: none. */
  search?: { allowedDomains?: string[]; blockedDomains?: string[] };
  /** Carried out by the caller. */
  functions: FunctionTool[];
  /** How many searches the provider may make. */
  most: number;
}

export interface FunctionTool {
  name: string;
  description: string;
  /** JSON Schema of its input. */
  schema: Record<string, unknown>;
}

/** The model asks for a tool of the caller's. */
export interface ToolCall {
  /** The provider's. */
  id: string;
  name: string;
  /** JSON text, as the model wrote it. */
  input: string;
}

export interface ToolAnswer {
  /** Of the call. */
  id: string;
  text: string;
  failed: boolean;
}

/** A reply that is not the last, and what came back to it. */
export interface Exchange {
  said: string;
  calls: ToolCall[];
  answers: ToolAnswer[];
  /** The reply as this API has it, to be sent back unchanged. */
  api: Api;
  items: unknown[];
}

/** A search that the provider made. */
export interface Search {
  query: string;
  /** Why it failed; missing: it did not. */
  failed?: string;
  /** Addresses that it gave. */
  urls: string[];
}

/** A page that the reply cites. */
export interface Source {
  url: string;
  title: string;
  /** What is quoted of it; empty where the provider quotes nothing. */
  passage: string;
}

/** What a reply looked up, and what it asks the caller to look up. */
export interface Lookups extends Pick<Exchange, "calls" | "api" | "items"> {
  searches: Search[];
  sources: Source[];
  /** The provider interrupted a long reply, and goes on with it when it gets it back. */
  isPaused: boolean;
}
