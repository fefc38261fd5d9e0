/** Debates that tell a receiver of their events. */
import { type Receiver, SECRET } from "../servers/receiver.ts";
import { requestOf } from "../world.ts";

/** The usual debate, with a webhook to this receiver. */
export const hooked = ({ url }: Receiver, changes: object = {}, hook: object = {}) =>
  requestOf({ webhook: { url, secret: SECRET, ...hook }, ...changes });
