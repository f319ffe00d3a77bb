// Every URL of the console with its page. Filters are in the URL, so that users can share a view.

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Broken } from './component/broken.js';
import { NotFound } from './component/not-found.js';
import { Opening } from './component/page.js';
import { readFundValueSearch, readLadderSearch } from './page/asset/search.js';
import { readInboundSearch, readLeadSearch, readMessageSearch } from './page/crm/search.js';
import {
  readBondSearch,
  readClaimSearch,
  readElectionSearch,
  readEventSearch,
} from './page/custody/search.js';
import {
  readCashSearch,
  readJournalSearch,
  readLedgerSearch,
  readReportSearch,
} from './page/finance/search.js';
import { Shell } from './page/frame/shell.js';
import { Start } from './page/home/start.js';
import { readClientSearch, readRoleSearch, readUserSearch } from './page/identity/search.js';
import { readImportSearch } from './page/import/search.js';
import { readMarketSearch, readSecuritySearch } from './page/market/search.js';
import { readExchangeReportSearch, readOrderSearch } from './page/order/search.js';
import { readCustomerPageSearch, readCustomerSearch } from './page/party/search.js';
import { readRecordSearch, readReferenceSearch } from './page/reference/search.js';
import { readSettlementSearch } from './page/settlement/search.js';
import {
  readAuditSearch,
  readDashboardSearch,
  readDeliverySearch,
  readJobSearch,
} from './page/system/search.js';
import { readTransferSearch } from './page/transfer/search.js';
import {
  readPriceExceptionSearch,
  readStatementSearch,
  readTaxSearch,
} from './page/wealth/search.js';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: Start,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  component: lazyRouteComponent(() => import('./page/home/home.js'), 'Home'),
});

const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(() => import('./page/order/blotter.js'), 'Blotter'),
});

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('./page/order/order.js'), 'OrderPage'),
});

const market = createRoute({
  getParentRoute: () => root,
  path: '/market',
  validateSearch: readMarketSearch,
  component: lazyRouteComponent(() => import('./page/market/market.js'), 'Market'),
});

const security = createRoute({
  getParentRoute: () => root,
  path: '/market/$code',
  validateSearch: readSecuritySearch,
  component: lazyRouteComponent(() => import('./page/market/security.js'), 'SecurityPage'),
});

const exchangeReports = createRoute({
  getParentRoute: () => root,
  path: '/exchange-reports',
  validateSearch: readExchangeReportSearch,
  component: lazyRouteComponent(
    () => import('./page/order/exchange-reports.js'),
    'ExchangeReports',
  ),
});

const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  validateSearch: readCustomerSearch,
  component: lazyRouteComponent(() => import('./page/party/customers.js'), 'Customers'),
});

const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id',
  validateSearch: readCustomerPageSearch,
  component: lazyRouteComponent(() => import('./page/party/customer.js'), 'CustomerPage'),
});

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./page/approval/inbox.js'), 'Inbox'),
});

const leads = createRoute({
  getParentRoute: () => root,
  path: '/leads',
  validateSearch: readLeadSearch,
  component: lazyRouteComponent(() => import('./page/crm/leads.js'), 'Leads'),
});

const lead = createRoute({
  getParentRoute: () => root,
  path: '/leads/$id',
  component: lazyRouteComponent(() => import('./page/crm/lead.js'), 'LeadPage'),
});

const corporateActions = createRoute({
  getParentRoute: () => root,
  path: '/corporate-actions',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./page/custody/events.js'), 'Events'),
});

const elections = createRoute({
  getParentRoute: () => root,
  path: '/elections',
  validateSearch: readElectionSearch,
  component: lazyRouteComponent(() => import('./page/custody/elections.js'), 'Elections'),
});

const marketClaims = createRoute({
  getParentRoute: () => root,
  path: '/market-claims',
  validateSearch: readClaimSearch,
  component: lazyRouteComponent(() => import('./page/custody/claims.js'), 'Claims'),
});

const custodianSettlements = createRoute({
  getParentRoute: () => root,
  path: '/custodian-settlements',
  validateSearch: readSettlementSearch,
  component: lazyRouteComponent(() => import('./page/settlement/settlements.js'), 'Settlements'),
});

const bonds = createRoute({
  getParentRoute: () => root,
  path: '/bonds',
  validateSearch: readBondSearch,
  component: lazyRouteComponent(() => import('./page/custody/bonds.js'), 'Bonds'),
});

const corporateAction = createRoute({
  getParentRoute: () => root,
  path: '/corporate-actions/$id',
  component: lazyRouteComponent(() => import('./page/custody/event.js'), 'EventPage'),
});

const statements = createRoute({
  getParentRoute: () => root,
  path: '/statements',
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(() => import('./page/wealth/statements.js'), 'Statements'),
});

const valuationPolicy = createRoute({
  getParentRoute: () => root,
  path: '/valuation-policy',
  component: lazyRouteComponent(() => import('./page/wealth/policies.js'), 'Policies'),
});

const priceExceptions = createRoute({
  getParentRoute: () => root,
  path: '/price-exceptions',
  validateSearch: readPriceExceptionSearch,
  component: lazyRouteComponent(
    () => import('./page/wealth/price-exceptions.js'),
    'PriceExceptions',
  ),
});

const taxes = createRoute({
  getParentRoute: () => root,
  path: '/taxes',
  validateSearch: readTaxSearch,
  component: lazyRouteComponent(() => import('./page/wealth/taxes.js'), 'Taxes'),
});

const ledger = createRoute({
  getParentRoute: () => root,
  path: '/ledger',
  validateSearch: readLedgerSearch,
  component: lazyRouteComponent(() => import('./page/finance/ledger.js'), 'Ledger'),
});

const cash = createRoute({
  getParentRoute: () => root,
  path: '/cash',
  validateSearch: readCashSearch,
  component: lazyRouteComponent(
    () => import('./page/finance/cash-transactions.js'),
    'CashTransactions',
  ),
});

const messages = createRoute({
  getParentRoute: () => root,
  path: '/messages',
  validateSearch: readMessageSearch,
  component: lazyRouteComponent(() => import('./page/crm/messages.js'), 'Messages'),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./page/finance/reports.js'), 'Reports'),
});

const integrity = createRoute({
  getParentRoute: () => root,
  path: '/integrity',
  component: lazyRouteComponent(() => import('./page/finance/integrity.js'), 'IntegrityPage'),
});

const wealth = createRoute({
  getParentRoute: () => root,
  path: '/wealth',
  component: lazyRouteComponent(() => import('./page/finance/wealth.js'), 'WealthPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(() => import('./page/system/dashboard.js'), 'Dashboard'),
});

const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./page/system/sessions.js'), 'Sessions'),
});

const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: readInboundSearch,
  component: lazyRouteComponent(() => import('./page/crm/inbound.js'), 'Inbound'),
});

const jobs = createRoute({
  getParentRoute: () => root,
  path: '/jobs',
  validateSearch: readJobSearch,
  component: lazyRouteComponent(() => import('./page/system/jobs.js'), 'Jobs'),
});

const endOfDay = createRoute({
  getParentRoute: () => root,
  path: '/end-of-day',
  component: lazyRouteComponent(() => import('./page/system/end-of-day.js'), 'EndOfDay'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./page/system/audit.js'), 'Audit'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import('./page/system/webhooks.js'), 'Webhooks'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./page/identity/account.js'), 'Account'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('./page/identity/users.js'), 'Users'),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: '/roles',
  validateSearch: readRoleSearch,
  component: lazyRouteComponent(() => import('./page/identity/roles.js'), 'Roles'),
});

const clients = createRoute({
  getParentRoute: () => root,
  path: '/clients',
  validateSearch: readClientSearch,
  component: lazyRouteComponent(() => import('./page/identity/clients.js'), 'Clients'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./page/identity/keys.js'), 'KeysPage'),
});

const journals = createRoute({
  getParentRoute: () => root,
  path: '/journals',
  validateSearch: readJournalSearch,
  component: lazyRouteComponent(() => import('./page/finance/journals.js'), 'Journals'),
});

const maturities = createRoute({
  getParentRoute: () => root,
  path: '/maturities',
  validateSearch: readLadderSearch,
  component: lazyRouteComponent(() => import('./page/asset/maturities.js'), 'Maturities'),
});

const fundValues = createRoute({
  getParentRoute: () => root,
  path: '/fund-values',
  validateSearch: readFundValueSearch,
  component: lazyRouteComponent(() => import('./page/asset/fund-values.js'), 'FundValues'),
});

const imports = createRoute({
  getParentRoute: () => root,
  path: '/imports',
  validateSearch: readImportSearch,
  component: lazyRouteComponent(() => import('./page/import/imports.js'), 'Imports'),
});

const references = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  validateSearch: readReferenceSearch,
  component: lazyRouteComponent(() => import('./page/reference/references.js'), 'References'),
});

const reference = createRoute({
  getParentRoute: () => root,
  path: '/reference/$kind/$id',
  validateSearch: readRecordSearch,
  component: lazyRouteComponent(() => import('./page/reference/record.js'), 'ReferencePage'),
});

const transfers = createRoute({
  getParentRoute: () => root,
  path: '/transfers',
  validateSearch: readTransferSearch,
  component: lazyRouteComponent(() => import('./page/transfer/transfers.js'), 'Transfers'),
});

const tree = root.addChildren([
  start,
  home,
  orders,
  order,
  market,
  security,
  exchangeReports,
  customers,
  customer,
  approvals,
  leads,
  lead,
  corporateActions,
  corporateAction,
  statements,
  valuationPolicy,
  priceExceptions,
  taxes,
  elections,
  marketClaims,
  custodianSettlements,
  bonds,
  ledger,
  cash,
  messages,
  deliveries,
  reports,
  integrity,
  wealth,
  dashboard,
  sessions,
  jobs,
  endOfDay,
  audit,
  webhooks,
  account,
  users,
  roles,
  clients,
  keys,
  journals,
  maturities,
  fundValues,
  imports,
  references,
  reference,
  transfers,
]);

export const router = createRouter({
  routeTree: tree,
  basepath: '/console',
  defaultErrorComponent: Broken,
  // On a slow connection, the first page shows that it is loading.
  defaultPendingComponent: Opening,
  defaultPendingMinMs: 0,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
