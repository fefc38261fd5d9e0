/** The port between a turn and the tools of MCP servers. */
import type { FunctionTool } from "../models/base/tools.model.ts";

/** One server that a turn may use; `tools` left out: all of its tools. */
export interface AllowedServer {
  server: string;
  tools?: string[] | undefined;
}

export interface OfferedTool extends FunctionTool {
  server: string;
  /** As the server calls it. */
  tool: string;
}

/** A passage that a tool gave, at most 4,000 characters. */
export interface Passage {
  title: string;
  text: string;
  url?: string;
}

/** What servers offer for a turn. */
interface Offer {
  tools: OfferedTool[];
  /** Servers that could not be reached: their tools are missing. */
  unreachable: LostServer[];
}

/** An MCP server that cannot be reached, and why in short. */
export interface LostServer {
  server: string;
  why: string;
}

export interface Toolbox {
  /** The tools of these servers, under names that models can call. */
  offer(allowed: AllowedServer[], signal: AbortSignal): Promise<Offer>;
  /**
   * Calls a tool once. Throws a `ToolFault` that may be shown, a `ServerFault` where its server cannot be reached, or the
   * signal's abort reason.
   * `input`: JSON text, as a model wrote it.
   */
  call(tool: Pick<OfferedTool, "server" | "tool">, input: string, signal: AbortSignal): Promise<Passage[]>;
  close(): Promise<void>;
}

/** Its message says no secret and no address of the operator's. */
export class ToolFault extends Error {
  override name = "ToolFault";
}

/** The server could not be reached, so nobody knows what its tool would have said. */
export class ServerFault extends ToolFault {
  readonly lost: LostServer;

  constructor(lost: LostServer) {
    super(`the MCP server ${lost.server} ${lost.why}`);
    this.lost = lost;
  }
}
