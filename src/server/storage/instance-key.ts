/** Names an instance of a user. */
export interface InstanceKey {
  readonly userId: string;
  readonly name: string;
  readonly instanceId: string;
}
