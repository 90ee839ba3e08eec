/** The user who makes a call. */
export interface DeliveryCaller {
  readonly userId: string;
  readonly isDemo: boolean;
}

/** Why a change of notices was refused, with a sentence for the user. */
export interface DeliveryRefusal {
  readonly reason: 'demo' | 'invalid' | 'missing' | 'wait';
  readonly message: string;
}

/** The refusal of every change in a demo session. */
export const DEMO_REFUSAL: DeliveryRefusal = {
  reason: 'demo',
  message: 'Notifications are not supported during Demo Session',
};
