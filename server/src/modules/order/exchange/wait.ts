// What a live order waits for, as people see it: why it has not gone, or that nobody knows what
// became of it until the exchange answers.

/**
 * STOP_PRICE: held here. MARKET: its market does not take it yet. SENDING: about to leave. SESSION:
 * the session is not logged on; what is known is as old as that. ANSWER: the exchange has it to
 * answer. NEXT_ENTRY: its exchange order ended, it is entered again on the next trading day.
 * PRICE_LIMITS: those of the day exclude it, so it is not entered again before the next one.
 * UNKNOWN_FATE: the session broke before the answer came, or a report contradicts what is booked;
 * nothing is taken for granted.
 */
export const ORDER_WAITS = [
  'STOP_PRICE',
  'MARKET',
  'SENDING',
  'SESSION',
  'ANSWER',
  'NEXT_ENTRY',
  'PRICE_LIMITS',
  'UNKNOWN_FATE',
] as const;

export type OrderWait = (typeof ORDER_WAITS)[number];
