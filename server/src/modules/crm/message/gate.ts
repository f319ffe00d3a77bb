// The sending rules. They are checked when a message is queued and again before each attempt.

import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../../../platform/database/database.js';
import type { Channel, Purpose } from '../channel/channel.js';
import { CRM } from '../limits.js';

/** The rules that suppress a message, in the order they are checked. */
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

/** The data about a message that the sending rules check. */
export interface GateFacts {
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly address: string | undefined;
  /** True if the address is suppressed for this purpose or for all purposes. */
  readonly suppressed: boolean;
  /** True if a person with this address has opted out of this channel. */
  readonly optedOut: boolean;
  /** True if a person with this address has opted out of marketing in this channel. */
  readonly marketingWithdrawn: boolean;
  /** Number of marketing messages sent to the address in the last day. */
  readonly marketingInDay: number;
  /**
   * True for one day after the person's last message, while WhatsApp allows free text. Always true
   * for templates.
   */
  readonly windowOpen: boolean;
  readonly timeZone: string;
}

export type Verdict =
  | { readonly send: true }
  | { readonly rule: SuppressionRule }
  | { readonly notBefore: Instant };

/** Checks the rules in order. The first one that applies determines the result. */
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

// Returns when the quiet hours end. They apply only to messages to phones, which wake people at
// night.
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
