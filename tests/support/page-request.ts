/** Requests as browsers send them for a page; Node's `fetch` sets some of these headers itself. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";

export interface Answer {
  /** 0: the connection was closed without an answer. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Sent {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

/** What a browser adds to the request of a page that is not the server's own. */
export const FROM_A_PAGE = {
  "of another origin": { origin: "https://evil.example" },
  "of another site, which asks for a script or an image": {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "no-cors",
  },
  "of another port of this machine": { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" },
  "whose name leads here (DNS rebinding)": { host: "evil.example:8233" },
};

export function ask(url: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const closed = () => resolve({ status: 0, headers: {}, text: "" });
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("close", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on("error", closed).end(body);
  });
}
