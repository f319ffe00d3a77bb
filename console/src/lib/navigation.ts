// The pages in the navigation: each with its name, permission and keyboard shortcut.

import {
  ArrowLeftRight,
  BookOpen,
  Cable,
  CalendarClock,
  CalendarRange,
  ChartPie,
  CircleCheckBig,
  CircleUser,
  Clock,
  FileText,
  FileUp,
  FileWarning,
  Gauge,
  HandCoins,
  History,
  Inbox,
  KeyRound,
  KeySquare,
  Landmark,
  Library,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  Scale,
  ScrollText,
  ShieldCheck,
  Table2,
  Target,
  TriangleAlert,
  UserCog,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react';
import type { MessageId } from '../language/en/index.js';
import type { Own } from './permission.js';

interface Place {
  readonly to: string;
  readonly name: MessageId;
  readonly icon: LucideIcon;
  readonly permission: string;
  /** The key to press after `g`. */
  readonly key: string;
}

export interface PlaceGroup {
  readonly name: MessageId;
  readonly places: readonly Place[];
}

/** The page for the user's own password and keys, reached from the user menu. */
export const ACCOUNT: Place = {
  to: '/account',
  name: 'place.account',
  icon: CircleUser,
  permission: 'system.own-account.read',
  key: 'y',
};

const PLACES: readonly PlaceGroup[] = [
  {
    name: 'group.trading',
    places: [
      {
        to: '/orders',
        name: 'place.orders',
        icon: ArrowLeftRight,
        permission: 'order.trade-order.read',
        key: 'o',
      },
      {
        to: '/exchange-reports',
        name: 'place.exchange-reports',
        icon: FileWarning,
        permission: 'order.unmatched-report.read',
        key: 'x',
      },
      {
        to: '/customers',
        name: 'place.customers',
        icon: Users,
        permission: 'party.customer.read',
        key: 'c',
      },
      {
        to: '/corporate-actions',
        name: 'place.corporate-actions',
        icon: CalendarClock,
        permission: 'custody.corporate-action.read',
        key: 'n',
      },
      {
        to: '/statements',
        name: 'place.statements',
        icon: FileText,
        permission: 'wealth.statement.read',
        key: 'q',
      },
      {
        to: '/taxes',
        name: 'place.taxes',
        icon: Landmark,
        permission: 'wealth.tax-pack.read',
        key: 'T',
      },
      {
        to: '/approvals',
        name: 'place.approvals',
        icon: CircleCheckBig,
        permission: 'finance.cash-transaction.read',
        key: 'a',
      },
    ],
  },
  {
    name: 'group.relations',
    places: [
      { to: '/leads', name: 'place.leads', icon: Target, permission: 'crm.lead.read', key: 'l' },
      {
        to: '/messages',
        name: 'place.messages',
        icon: MessageSquare,
        permission: 'crm.whatsapp.read',
        key: 'm',
      },
      {
        to: '/deliveries',
        name: 'place.deliveries',
        icon: Inbox,
        permission: 'crm.inbound.read',
        key: 'v',
      },
    ],
  },
  {
    name: 'group.finance',
    places: [
      {
        to: '/ledger',
        name: 'place.ledger',
        icon: BookOpen,
        permission: 'finance.ledger.read',
        key: 'b',
      },
      {
        to: '/cash',
        name: 'place.cash',
        icon: HandCoins,
        permission: 'finance.cash-transaction.read',
        key: 'p',
      },
      {
        to: '/journals',
        name: 'place.journals',
        icon: NotebookPen,
        permission: 'finance.journal.read',
        key: 'h',
      },
      {
        to: '/reports',
        name: 'place.reports',
        icon: ChartPie,
        permission: 'finance.report.read',
        key: 'r',
      },
      {
        to: '/maturities',
        name: 'place.maturities',
        icon: CalendarRange,
        permission: 'asset.maturity.read',
        key: 't',
      },
      {
        to: '/wealth',
        name: 'place.wealth',
        icon: Wallet,
        permission: 'wealth.valuation.read',
        key: 'k',
      },
      {
        to: '/price-exceptions',
        name: 'place.price-exceptions',
        icon: TriangleAlert,
        permission: 'wealth.valuation.read',
        key: 'P',
      },
      {
        to: '/valuation-policy',
        name: 'place.valuation-policy',
        icon: Scale,
        permission: 'wealth.valuation-policy.read',
        key: 'V',
      },
      {
        to: '/integrity',
        name: 'place.integrity',
        icon: ShieldCheck,
        permission: 'finance.integrity.read',
        key: 'i',
      },
    ],
  },
  {
    name: 'group.operations',
    places: [
      {
        to: '/dashboard',
        name: 'place.dashboard',
        icon: Gauge,
        permission: 'system.clock.read',
        key: 'd',
      },
      {
        to: '/sessions',
        name: 'place.sessions',
        icon: Cable,
        permission: 'system.fix-session.read',
        key: 's',
      },
      {
        to: '/reference',
        name: 'place.reference',
        icon: Library,
        permission: 'party.business-office.read',
        key: 'N',
      },
      { to: '/jobs', name: 'place.jobs', icon: History, permission: 'system.job.read', key: 'j' },
      {
        to: '/imports',
        name: 'place.imports',
        icon: FileUp,
        permission: 'finance.bank-statement.read',
        key: 'f',
      },
      {
        to: '/webhooks',
        name: 'place.webhooks',
        icon: Webhook,
        permission: 'webhook.delivery.read',
        key: 'w',
      },
      {
        to: '/end-of-day',
        name: 'place.end-of-day',
        icon: Clock,
        permission: 'system.end-of-day.read',
        key: 'e',
      },
    ],
  },
  {
    name: 'group.security',
    places: [
      {
        to: '/users',
        name: 'place.users',
        icon: UserCog,
        permission: 'identity.user.read',
        key: 'U',
      },
      {
        to: '/roles',
        name: 'place.roles',
        icon: Table2,
        permission: 'identity.role.read',
        key: 'R',
      },
      {
        to: '/clients',
        name: 'place.clients',
        icon: KeySquare,
        permission: 'identity.client.read',
        key: 'C',
      },
      {
        to: '/keys',
        name: 'place.keys',
        icon: KeyRound,
        permission: 'identity.data-key.read',
        key: 'K',
      },
      {
        to: '/audit',
        name: 'place.audit',
        icon: ScrollText,
        permission: 'identity.audit.read',
        key: 'u',
      },
    ],
  },
];

/** Returns the pages that this user may see, grouped as in the navigation. */
export function groupsFor(own: Own): readonly PlaceGroup[] {
  return PLACES.map(({ name, places }) => ({
    name,
    places: places.filter(({ permission }) => own.may(permission)),
  })).filter(({ places }) => places.length > 0);
}

/**
 * Returns every page with a key, including the account page, which the navigation does not show.
 */
export function placesFor(own: Own): readonly Place[] {
  return [...groupsFor(own).flatMap(({ places }) => places), ACCOUNT].filter(({ permission }) =>
    own.may(permission),
  );
}
