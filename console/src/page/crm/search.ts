// The URL parameters of the lead and message pages.

import { choiceOf, textOf } from '../../lib/search.js';

export const LEAD_STATUSES = [
  ...(['NEW', 'ASSIGNED', 'CONTACTED', 'QUALIFIED', 'CONVERTED', 'DEAD', 'RECYCLED'] as const),
] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** The kinds of recipients. */
export const PERSON_KINDS = ['CUSTOMER', 'LEAD', 'CONTACT'] as const;

export interface LeadSearch {
  readonly q?: string | undefined;
  readonly status?: LeadStatus | undefined;
  readonly view?: 'board' | 'list' | undefined;
  /** `new` opens the form for a new lead. */
  readonly form?: string | undefined;
}

/** The states of items other than PARKED, the state that is shown by default. */
export const ITEM_STATES = ['NO_EFFECT', 'WAITING', 'DONE', 'ALL'] as const;

/** The channels of deliveries from providers. */
export const ITEM_CHANNELS = ['SMS', 'WHATSAPP'] as const;

interface InboundSearch {
  readonly state?: (typeof ITEM_STATES)[number] | undefined;
  readonly channel?: (typeof ITEM_CHANNELS)[number] | undefined;
}

export function readInboundSearch(search: Record<string, unknown>): InboundSearch {
  return {
    state: choiceOf(search, 'state', ITEM_STATES),
    channel: choiceOf(search, 'channel', ITEM_CHANNELS),
  };
}

interface MessageSearch {
  /** The phone number of the open conversation. */
  readonly with?: string | undefined;
  /** `new` opens the form for the first message. */
  readonly form?: string | undefined;
  /** The recipient: a phone number, or a person. */
  readonly to?: string | undefined;
  readonly kind?: (typeof PERSON_KINDS)[number] | undefined;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
}

export function readMessageSearch(search: Record<string, unknown>): MessageSearch {
  return {
    with: textOf(search, 'with'),
    form: textOf(search, 'form'),
    to: textOf(search, 'to'),
    kind: choiceOf(search, 'kind', PERSON_KINDS),
    id: textOf(search, 'id'),
    label: textOf(search, 'label'),
  };
}

export function readLeadSearch(search: Record<string, unknown>): LeadSearch {
  return {
    q: textOf(search, 'q'),
    status: choiceOf(search, 'status', LEAD_STATUSES),
    view: choiceOf(search, 'view', ['board', 'list']),
    form: textOf(search, 'form'),
  };
}
