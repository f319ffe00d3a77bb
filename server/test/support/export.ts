// Finds exports that no other file in the program imports, for the house style tests.

import { dirname, join } from 'node:path/posix';
import type { Source } from './source.js';

/**
 * Exports that the program itself does not import, grouped by reason: tests or a background process
 * use them. Each is a file below `server/src` and a name.
 */
export const EXPORTED_FOR: Readonly<Record<string, readonly string[]>> = {
  'what a background process calls by its name': [
    'gateways/smtp/compose.ts composeMail',
    'platform/files/background-process.ts lowerPriority',
    'platform/files/background-process.ts make',
    'modules/asset/instrument/certificate-drawing.ts certificatePdf',
    'modules/custody/income/drawing.ts incomePaperPdf',
    'modules/finance/report/statement-drawing.ts statementPdf',
    'modules/order/note/drawing.ts notePdf',
    'modules/wealth/statement/drawing.ts wealthStatementPdf',
    'modules/wealth/tax-pack/drawing.ts taxPackPdf',
  ],
  'the tax on gains is computed from it': ['modules/wealth/gain/load.ts disposalsOfCustomer'],
  'tests start, or look through, every part of the app': [
    'modules/system/data-key/routes.ts dataKeyProblems',
    'app/end-of-day-order.ts END_OF_DAY_ORDER',
    'modules/system/job/routes.ts jobProblems',
    'app/app.ts EVENT_KINDS',
    'app/app.ts OpenApp',
    'modules/finance/integrity/integrity.ts INVARIANTS',
    'modules/identity/role.ts isRole',
    'platform/http/console.ts consoleFolder',
    'platform/http/shape/data-class.ts DATA_CLASSES',
  ],
  'the statement that values many customers, compared line by line with one customer': [
    'modules/wealth/day/line-queries.ts selectLines',
    'modules/wealth/day/value.ts readBatch',
  ],
  'a step whose pages a test makes small': ['modules/custody/election/lapse.ts reportEnded'],
  'a pure rule, tested case by case': [
    'modules/asset/instrument/day-count.ts dayCountDays',
    'modules/asset/fund/price.ts exitFeePercent',
    'modules/asset/instrument/interest.ts compoundAmount',
    'modules/custody/rule/amount.ts EffectMove',
    'modules/custody/rule/amount.ts EntitlementAmounts',
    'modules/custody/rule/amount.ts movesOf',
    'modules/market/rule/ngx-rule.ts NGX_SETTLEMENT_LAGS',
    'modules/wealth/statement/check.ts isMaterial',
    'modules/wealth/allocation/sector.ts sectorsOf',
    'modules/wealth/range/range.ts valuationOver',
    'modules/wealth/return/flow.ts FLOW_RULES',
    'modules/wealth/return/benchmark.ts rebalancedOn',
    'modules/wealth/return/household.ts householdDays',
    'modules/wealth/return/money-weighted.ts rateOfAmounts',
    'modules/order/fee/charge.ts totalCharges',
    'modules/order/fee/shipped-tariff.ts NGX_BOND',
    'modules/order/fee/shipped-tariff.ts NGX_EQUITY',
    'modules/order/fee/shipped-tariff.ts NGX_EQUITY_2017',
    'modules/order/fee/shipped-tariff.ts equityTariff',
    'platform/calendar/business-date.ts fromEpochDay',
    'platform/database/history.ts historyStatement',
  ],
  'one turn of a worker or step, taken by a test instead of waited for': [
    'modules/asset/paper/maturity.ts accrueDiscountedInstruments',
    'modules/asset/paper/maturity.ts matureDiscountedInstruments',
    'modules/crm/activity/due.ts notifyDueActivities',
    'modules/crm/campaign/run.ts runCampaigns',
    'modules/crm/message/part-overdue.ts giveUpParts',
    'modules/crm/notification/intake.ts takeEvents',
    'modules/crm/notification/job.ts notify',
    'modules/finance/ledger/fold.ts foldLedger',
    'modules/finance/integrity/watch.ts watchIntegrity',
    'modules/finance/cash/value-date-hold.ts releaseValueDates',
    'modules/order/exchange/re-entry.ts reenterOrders',
    'modules/order/work-item/alarm.ts raiseAlarms',
    'modules/order/work-item/alarm.ts watchReports',
    'modules/order/exchange/health.ts watchExchanges',
    'modules/order/exchange/stop-order.ts triggerStops',
    'modules/wealth/statement/check.ts checkAll',
    'modules/wealth/statement/run.ts issueNext',
    'modules/wealth/tax-pack/run.ts issueNext',
    'platform/events/sequence.ts sequenceEvents',
  ],
  'a fault that tests tell from others': [
    'platform/database/migrate.ts MigrationChanged',
    'platform/database/migrate.ts UnreleasedDatabase',
    'platform/database/connection/safety.ts UnsafeDatabase',
    'platform/files/virus-scanner.ts ScannerUnavailable',
    'platform/lease/worker.ts RunTimedOut',
  ],
  'a type that the compiler must name in the types of other files': [
    'platform/reference-data/state-step.ts StateSteps',
    'platform/reference-data/state-step.ts VisibleRows',
  ],
  'the type of what a test gives or gets': [
    'cli/operation-finder.ts OperationDocument',
    'exchanges/fix/certification/certification.ts Certification',
    'exchanges/simulator/exchange.ts ExchangeSettings',
    'exchanges/simulator/server.ts SimulatorSettings',
    'gateways/fake/cloud-api.ts CloudRefusal',
    'gateways/fake/sms-centre.ts PhonePart',
    'gateways/fake/mail-server.ts FakeMailServer',
    'modules/asset/paper/record.ts PositionRow',
    'modules/wealth/return/household.ts MemberDays',
    'modules/asset/deposit/early-liquidation.ts Liquidation',
    'platform/database/database.ts TxOptions',
  ],
};

interface Exported {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

const DECLARED =
  /^export (?:async |abstract )*(?:function\*?|const|class|interface|type) ([\w$]+)/gm;
const HANDED_ON = /^export (?:type )?\{([^}]*)\} from '([^']*)'/gm;
const IMPORTED = /^import (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']*)'/gm;
/** Matches imports of all exports of a file: `* as` or a dynamic import. */
const WHOLE = /\* as \w+ from '([^']*)'|\bimport\('([^']*)'\)/g;

/** Returns the exports of these files that none of them imports. */
export function unusedExports(files: readonly Source[]): Exported[] {
  const used = new Set(files.flatMap(importedBy));
  return files.flatMap(exportedBy).filter(({ path, name }) => {
    const file = withoutEnding(path);
    return !used.has(`${file} ${name}`) && !used.has(`${file} *`);
  });
}

function exportedBy({ path, text }: Source): Exported[] {
  const at = (index: number, name: string): Exported => ({
    path,
    line: text.slice(0, index).split('\n').length,
    name,
  });
  return [
    ...[...text.matchAll(DECLARED)].map(({ index, 1: name = '' }) => at(index, name)),
    ...[...text.matchAll(HANDED_ON)].flatMap(({ index, 1: list = '' }) =>
      namesIn(list).map(([, name]) => at(index, name)),
    ),
  ];
}

function importedBy({ path, text }: Source): string[] {
  const fileOf = (to: string) => withoutEnding(join(dirname(path), to));
  const named = [...text.matchAll(IMPORTED), ...text.matchAll(HANDED_ON)];
  return [
    ...named.flatMap(([, list = '', to = '']) =>
      namesIn(list).map(([name]) => `${fileOf(to)} ${name}`),
    ),
    ...[...text.matchAll(WHOLE)].map(([, star, later]) => `${fileOf(star ?? later ?? '')} *`),
  ];
}

/** Returns the names in a list between braces: each name in the other file, and the local name. */
function namesIn(list: string): (readonly [theirs: string, ours: string])[] {
  return list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [theirs = '', ours = theirs] = part.split(' as ');
      return [theirs, ours] as const;
    });
}

function withoutEnding(path: string): string {
  return path.replace(/\.(tsx?|jsx?)$/, '');
}
