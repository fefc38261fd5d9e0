export { unreadText } from "../../../../domain/files/unread.ts";
