// What may be sent: the rules in their order, for a message that is queued or about to go.

import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../../../platform/database/database.js';
import type { Channel, Purpose } from '../channel/channel.js';
import { CRM } from '../limits.js';

/** The rules that hold a message back for good, in the order in which they are asked. */
const SUPPRESSION_RULES = [
  'NO_ADDRESS',
  'ADDRESS_SUPPRESSED',
  'OPTED_OUT',
  'CONSENT_WITHDRAWN',
  'RATE_CAP',
  'WINDOW_CLOSED',
  'ATTACHMENT_UNSAFE',
] as const;

export type SuppressionRule = (typeof SUPPRESSION_RULES)[number];

/** All that the rules ask about one message. */
export interface GateFacts {
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly address: string | undefined;
  /** The address is on the list, for this purpose or for all. */
  readonly suppressed: boolean;
  /** The person wants nothing in this channel. */
  readonly optedOut: boolean;
  /** The person wants no marketing in this channel. */
  readonly marketingWithdrawn: boolean;
  /** Marketing sent to the address in the last day. */
  readonly marketingInDay: number;
  /** WhatsApp carries free text for a day after the other side wrote; a template always. */
  readonly windowOpen: boolean;
  readonly timeZone: string;
}

export type Verdict =
  | { readonly send: true }
  | { readonly rule: SuppressionRule }
  | { readonly notBefore: Instant };

/** Asks the rules in their order; the first that fires decides. */
export function judge(facts: GateFacts, now: Instant): Verdict {
  if (facts.address === undefined) return { rule: 'NO_ADDRESS' };
  if (facts.suppressed) return { rule: 'ADDRESS_SUPPRESSED' };
  if (facts.optedOut) return { rule: 'OPTED_OUT' };
  if (facts.purpose === 'MARKETING') {
    if (facts.marketingWithdrawn) return { rule: 'CONSENT_WITHDRAWN' };
    const morning = endOfQuietHours(facts, now);
    if (morning !== undefined) return { notBefore: morning };
    if (facts.marketingInDay >= CRM.marketingPerAddressPerDayMax) return { rule: 'RATE_CAP' };
  }
  if (facts.channel === 'WHATSAPP' && !facts.windowOpen) return { rule: 'WINDOW_CLOSED' };
  return { send: true };
}

// A phone that rings at night wakes people; mail waits in its box until they look.
function endOfQuietHours({ channel, timeZone }: GateFacts, now: Instant): Instant | undefined {
  if (channel === 'EMAIL') return undefined;
  const local = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
  const late = local.hour >= CRM.quietFromHour;
  if (!late && local.hour >= CRM.quietUntilHour) return undefined;
  const morning = local.add({ days: late ? 1 : 0 }).with({
    ...{ hour: CRM.quietUntilHour, minute: 0, second: 0, millisecond: 0 },
    ...{ microsecond: 0, nanosecond: 0 },
  });
  return morning.toInstant().toString({ smallestUnit: 'millisecond' });
}
