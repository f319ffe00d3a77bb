// The pages in the navigation, each with its name, permission and keyboard shortcut.

import {
  ArrowLeftRight,
  ArrowRightLeft,
  BookOpen,
  Cable,
  CalendarClock,
  CalendarRange,
  ChartCandlestick,
  ChartLine,
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
  House,
  Inbox,
  KeyRound,
  KeySquare,
  Landmark,
  Library,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  PackageOpen,
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

/** The roles, each with its desk: the pages that its users work on. */
const DESKS = [
  ...(['ADMIN', 'DEALER', 'OPERATIONS', 'APPROVER', 'FINANCE', 'CRM', 'AUDITOR'] as const),
] as const;
export type Desk = (typeof DESKS)[number];

const EVERYONE = DESKS;

interface Place {
  readonly to: string;
  readonly name: MessageId;
  readonly icon: LucideIcon;
  readonly permission: string;
  /** The key to press after `g`. */
  readonly key: string;
  /** The roles whose desk has the page. Other users find it under "All pages". */
  readonly desks: readonly Desk[];
}

export interface PlaceGroup {
  readonly name: MessageId;
  readonly places: readonly Place[];
}

/** The page for the user's own password and keys, opened from the user menu. */
export const ACCOUNT: Place = {
  to: '/account',
  name: 'place.account',
  icon: CircleUser,
  permission: 'system.own-account.read',
  key: 'y',
  desks: EVERYONE,
};

const PLACES: readonly PlaceGroup[] = [
  {
    name: 'group.everyone',
    places: [
      {
        to: '/home',
        name: 'place.home',
        icon: House,
        permission: 'system.session.read',
        key: 'g',
        desks: EVERYONE,
      },
      {
        to: '/approvals',
        name: 'place.approvals',
        icon: CircleCheckBig,
        permission: 'finance.cash-transaction.read',
        key: 'a',
        desks: EVERYONE,
      },
      {
        to: '/customers',
        name: 'place.customers',
        icon: Users,
        permission: 'party.customer.read',
        key: 'c',
        desks: EVERYONE,
      },
    ],
  },
  {
    name: 'group.trading',
    places: [
      {
        to: '/orders',
        name: 'place.orders',
        icon: ArrowLeftRight,
        permission: 'order.trade-order.read',
        key: 'o',
        desks: ['DEALER', 'OPERATIONS', 'AUDITOR'],
      },
      {
        to: '/market',
        name: 'place.market',
        icon: ChartCandlestick,
        permission: 'market.security.read',
        key: 'M',
        desks: ['DEALER', 'OPERATIONS'],
      },
      {
        to: '/exchange-reports',
        name: 'place.exchange-reports',
        icon: FileWarning,
        permission: 'order.unmatched-report.read',
        key: 'x',
        desks: ['DEALER', 'OPERATIONS'],
      },
      {
        to: '/corporate-actions',
        name: 'place.corporate-actions',
        icon: CalendarClock,
        permission: 'custody.corporate-action.read',
        key: 'n',
        desks: ['DEALER', 'OPERATIONS', 'FINANCE'],
      },
      {
        to: '/transfers',
        name: 'place.transfers',
        icon: PackageOpen,
        permission: 'custody.holding-transfer.read',
        key: 'z',
        desks: ['OPERATIONS'],
      },
    ],
  },
  {
    name: 'group.relations',
    places: [
      {
        to: '/leads',
        name: 'place.leads',
        icon: Target,
        permission: 'crm.lead.read',
        key: 'l',
        desks: ['CRM', 'OPERATIONS'],
      },
      {
        to: '/messages',
        name: 'place.messages',
        icon: MessageSquare,
        permission: 'crm.whatsapp.read',
        key: 'm',
        desks: ['CRM', 'OPERATIONS'],
      },
      {
        to: '/deliveries',
        name: 'place.deliveries',
        icon: Inbox,
        permission: 'crm.inbound.read',
        key: 'v',
        desks: ['ADMIN', 'CRM', 'OPERATIONS'],
      },
    ],
  },
  {
    name: 'group.investments',
    places: [
      {
        to: '/maturities',
        name: 'place.maturities',
        icon: CalendarRange,
        permission: 'asset.maturity.read',
        key: 't',
        desks: ['OPERATIONS', 'FINANCE'],
      },
      {
        to: '/fund-values',
        name: 'place.fund-values',
        icon: ChartLine,
        permission: 'asset.fund-nav.read',
        key: 'F',
        desks: ['OPERATIONS', 'FINANCE'],
      },
      {
        to: '/wealth',
        name: 'place.wealth',
        icon: Wallet,
        permission: 'wealth.valuation.read',
        key: 'k',
        desks: ['OPERATIONS', 'FINANCE', 'AUDITOR'],
      },
      {
        to: '/statements',
        name: 'place.statements',
        icon: FileText,
        permission: 'wealth.statement.read',
        key: 'q',
        desks: ['OPERATIONS', 'FINANCE'],
      },
      {
        to: '/price-exceptions',
        name: 'place.price-exceptions',
        icon: TriangleAlert,
        permission: 'wealth.valuation.read',
        key: 'P',
        desks: ['OPERATIONS', 'FINANCE'],
      },
      {
        to: '/valuation-policy',
        name: 'place.valuation-policy',
        icon: Scale,
        permission: 'wealth.valuation-policy.read',
        key: 'V',
        desks: ['FINANCE'],
      },
      {
        to: '/taxes',
        name: 'place.taxes',
        icon: Landmark,
        permission: 'wealth.tax-pack.read',
        key: 'T',
        desks: ['OPERATIONS', 'FINANCE'],
      },
    ],
  },
  {
    name: 'group.money',
    places: [
      {
        to: '/cash',
        name: 'place.cash',
        icon: HandCoins,
        permission: 'finance.cash-transaction.read',
        key: 'p',
        desks: ['APPROVER', 'OPERATIONS', 'FINANCE', 'AUDITOR'],
      },
      {
        to: '/custodian-settlements',
        name: 'place.custodian-settlements',
        icon: ArrowRightLeft,
        permission: 'finance.custodian-settlement.read',
        key: 'S',
        desks: ['FINANCE'],
      },
      {
        to: '/ledger',
        name: 'place.ledger',
        icon: BookOpen,
        permission: 'finance.ledger.read',
        key: 'b',
        desks: ['APPROVER', 'FINANCE', 'AUDITOR'],
      },
      {
        to: '/journals',
        name: 'place.journals',
        icon: NotebookPen,
        permission: 'finance.journal.read',
        key: 'h',
        desks: ['APPROVER', 'FINANCE', 'AUDITOR'],
      },
      {
        to: '/reports',
        name: 'place.reports',
        icon: ChartPie,
        permission: 'finance.report.read',
        key: 'r',
        desks: ['APPROVER', 'FINANCE', 'AUDITOR'],
      },
      {
        to: '/integrity',
        name: 'place.integrity',
        icon: ShieldCheck,
        permission: 'finance.integrity.read',
        key: 'i',
        desks: ['ADMIN', 'FINANCE', 'AUDITOR'],
      },
    ],
  },
  {
    name: 'group.firm',
    places: [
      {
        to: '/reference',
        name: 'place.reference',
        icon: Library,
        permission: 'party.business-office.read',
        key: 'N',
        desks: ['ADMIN', 'OPERATIONS', 'FINANCE'],
      },
      {
        to: '/imports',
        name: 'place.imports',
        icon: FileUp,
        permission: 'finance.bank-statement.read',
        key: 'f',
        desks: ['OPERATIONS', 'FINANCE'],
      },
    ],
  },
  {
    name: 'group.system',
    places: [
      {
        to: '/end-of-day',
        name: 'place.end-of-day',
        icon: Clock,
        permission: 'system.end-of-day.read',
        key: 'e',
        desks: ['ADMIN', 'OPERATIONS'],
      },
      {
        to: '/sessions',
        name: 'place.sessions',
        icon: Cable,
        permission: 'system.fix-session.read',
        key: 's',
        desks: ['ADMIN', 'DEALER', 'OPERATIONS'],
      },
      {
        to: '/dashboard',
        name: 'place.dashboard',
        icon: Gauge,
        permission: 'system.clock.read',
        key: 'd',
        desks: ['ADMIN', 'DEALER', 'OPERATIONS'],
      },
      {
        to: '/jobs',
        name: 'place.jobs',
        icon: History,
        permission: 'system.job.read',
        key: 'j',
        desks: ['ADMIN'],
      },
      {
        to: '/webhooks',
        name: 'place.webhooks',
        icon: Webhook,
        permission: 'webhook.delivery.read',
        key: 'w',
        desks: ['ADMIN'],
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
        desks: ['ADMIN', 'AUDITOR'],
      },
      {
        to: '/roles',
        name: 'place.roles',
        icon: Table2,
        permission: 'identity.role.read',
        key: 'R',
        desks: ['ADMIN', 'AUDITOR'],
      },
      {
        to: '/clients',
        name: 'place.clients',
        icon: KeySquare,
        permission: 'identity.client.read',
        key: 'C',
        desks: ['ADMIN', 'AUDITOR'],
      },
      {
        to: '/keys',
        name: 'place.keys',
        icon: KeyRound,
        permission: 'identity.data-key.read',
        key: 'K',
        desks: ['ADMIN', 'AUDITOR'],
      },
      {
        to: '/audit',
        name: 'place.audit',
        icon: ScrollText,
        permission: 'identity.audit.read',
        key: 'u',
        desks: ['ADMIN', 'AUDITOR'],
      },
    ],
  },
];

/** Returns the pages that this user may see, grouped as in the navigation. */
export function groupsFor(own: Own): readonly PlaceGroup[] {
  return chosen(({ permission }) => own.may(permission));
}

/** Returns the pages on the user's desks. A user who has a role without a desk gets all pages. */
export function deskGroupsFor(own: Own): readonly PlaceGroup[] {
  const desks = desksOf(own);
  if (desks === undefined) return groupsFor(own);
  return chosen(
    ({ permission, desks: of }) => own.may(permission) && of.some((desk) => desks.includes(desk)),
  );
}

function chosen(fits: (place: Place) => boolean): readonly PlaceGroup[] {
  return PLACES.map(({ name, places }) => ({ name, places: places.filter(fits) })).filter(
    ({ places }) => places.length > 0,
  );
}

/** Returns the desks of the user's roles. Undefined if one of the roles has none. */
export function desksOf({ roles }: Own): readonly Desk[] | undefined {
  const desks = roles.flatMap((role) => DESKS.filter((desk) => desk === role));
  return desks.length === 0 || desks.length < roles.length ? undefined : desks;
}

/** The start page of some roles. The other roles start on the home page. */
const STARTS: Readonly<Partial<Record<Desk, string>>> = {
  ADMIN: '/users',
  APPROVER: '/approvals',
  AUDITOR: '/audit',
  CRM: '/leads',
  DEALER: '/orders',
};

const HOME = '/home';

/**
 * Returns the page shown after sign-in: the user's choice, or else the role's default. A user with
 * several roles starts on the home page.
 */
export function startOf(own: Own, choice: string | undefined): string {
  const known = placesFor(own).find(({ to }) => to === choice);
  if (known !== undefined) return known.to;
  const [desk, ...others] = desksOf(own) ?? [];
  const start = desk === undefined || others.length > 0 ? undefined : STARTS[desk];
  return start ?? HOME;
}

/**
 * Returns every page with a key, including the account page, which the navigation does not show.
 */
export function placesFor(own: Own): readonly Place[] {
  return [...groupsFor(own).flatMap(({ places }) => places), ACCOUNT].filter(({ permission }) =>
    own.may(permission),
  );
}
