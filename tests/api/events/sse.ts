/** A reader of server-sent events over a real connection. */

export interface Frame {
  id?: number;
  event?: string;
  data?: Record<string, unknown>;
  retry?: number;
  comment?: string;
}

export class SseReader {
  readonly response: Response;
  private readonly abort: AbortController;
  private readonly reader: ReadableStreamDefaultReader<string>;
  private buffer = "";

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.abort = abort;
    if (!response.body) throw new Error("there is no body to read");
    this.reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<SseReader> {
    const abort = new AbortController();
    return new SseReader(await fetch(url, { headers, signal: abort.signal }), abort);
  }

  /** The next frame; null at the end of the stream. */
  async next(): Promise<Frame | null> {
    for (;;) {
      const end = this.buffer.indexOf("\n\n");
      if (end >= 0) {
        const frame = parseFrame(this.buffer.slice(0, end));
        this.buffer = this.buffer.slice(end + 2);
        return frame;
      }
      const { value, done } = await this.reader.read();
      if (done) return null;
      this.buffer += value;
    }
  }

  /** Frames until the end of the stream. */
  async rest(): Promise<Frame[]> {
    const frames: Frame[] = [];
    for (let frame = await this.next(); frame !== null; frame = await this.next()) frames.push(frame);
    return frames;
  }

  leave(): void {
    this.abort.abort();
  }
}

function parseFrame(text: string): Frame {
  const frame: Frame = {};
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).trim();
    const field = line.slice(0, colon);
    if (field === "") frame.comment = value;
    else if (field === "id") frame.id = Number(value);
    else if (field === "event") frame.event = value;
    else if (field === "retry") frame.retry = Number(value);
    else if (field === "data") frame.data = JSON.parse(value);
    else throw new Error(`a line that is no field: ${line}`);
  }
  return frame;
}
