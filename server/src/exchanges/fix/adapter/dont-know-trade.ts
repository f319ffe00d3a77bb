// Don't Know Trade (35=Q): the message that a firm sends to dispute a reported execution. Its
// fields are the same in FIX 4.2, 4.4 and 5.0 SP2, except that 4.2 calls LastQty (32) LastShares.

import type { DisputeReason, TradeDispute } from '../../../modules/order/index.js';
import type { BeginString } from '../session/message/dictionary.js';
import { type OutboundMessage, outbound } from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';

const DK_REASON: Readonly<Record<DisputeReason, string>> = {
  UNKNOWN_SYMBOL: 'A',
  WRONG_SIDE: 'B',
  QUANTITY_EXCEEDS_ORDER: 'C',
  NO_MATCHING_ORDER: 'D',
  PRICE_EXCEEDS_LIMIT: 'E',
  CALCULATION_DIFFERENCE: 'F',
  OTHER: 'Z',
};

const CALCULATION = 'Calculation difference';

const POSS_RESEND = [[TAG.PossResend, 'Y']] as const;

/**
 * Builds the message that disputes a trade. FIX 4.2 has no DKReason F, so Z is sent instead, with
 * an explanatory text.
 */
export function dontKnowTrade(dispute: TradeDispute, beginString: BeginString): OutboundMessage {
  const { dkReason, text, orderQuantity } = dispute;
  const isUndefined = beginString === 'FIX.4.2' && dkReason === 'CALCULATION_DIFFERENCE';
  const body = [
    [TAG.OrderID, dispute.exchangeOrderId],
    [TAG.ExecID, dispute.execId],
    [TAG.DKReason, DK_REASON[isUndefined ? 'OTHER' : dkReason]],
    [TAG.Symbol, dispute.symbol],
    [TAG.Side, dispute.side],
    [TAG.OrderQty, orderQuantity ?? undefined],
    [TAG.LastQty, dispute.lastQuantity],
    [TAG.LastPx, dispute.lastPrice.toFixed()],
    [TAG.Text, (isUndefined ? (text ?? CALCULATION) : text) ?? undefined],
  ] as const;
  return outbound(MSG_TYPE.DontKnowTrade, body, dispute.isRepeated === true ? POSS_RESEND : []);
}
