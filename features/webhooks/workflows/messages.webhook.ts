/** What the workflow of a redelivery is given. */

export interface RedeliveryInput {
  tenant: string;
  debateId: string;
  eventId: number;
}
