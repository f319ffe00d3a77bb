// The reasons why a live order waits, as shown to users: it was not sent, or its state is unknown
// until the exchange answers.

/**
 * STOP_PRICE: the last price has not reached the stop price. MARKET: the market does not accept it
 * yet. SENDING: the order is about to be sent. SESSION: the session is not logged on, so the known
 * state may be out of date. ANSWER: the exchange has not answered yet. NEXT_ENTRY: its exchange
 * order has ended, and it is entered again on the next trading day. PRICE_LIMITS: it is outside the
 * day's price limits, so it is not entered again before the next day. UNKNOWN_FATE: the session
 * broke before the answer, or a report contradicts the booked state, so we do not know the order's
 * state.
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
