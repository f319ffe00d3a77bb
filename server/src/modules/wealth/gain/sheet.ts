// Writes the disposals in a range to a file. Under FIFO, there is a row for each lot of a disposal.

import { daysBetween } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import { type Disposal, type DisposalByMethod, type DisposedLot, disposalBy } from './disposal.js';
import { portfolioName } from './record.js';
import { customerOwner, disposalsFor, portfolioOwner } from './report.js';
import { type GainRequest, mainMethod } from './request.js';

const COLUMNS = [
  { title: 'Trade date', width: 12 },
  { title: 'Settlement date', width: 12 },
  { title: 'Kind', width: 20 },
  { title: 'Portfolio', width: 14 },
  { title: 'Security', width: 16 },
  { title: 'Label', width: 30 },
  { title: 'Class', width: 10 },
  { title: 'Quantity', width: 16 },
  { title: 'Proceeds', width: 18 },
  { title: 'Charges', width: 14 },
  { title: 'Net proceeds', width: 18 },
  { title: 'Cost', width: 18 },
  { title: 'Gain', width: 18 },
  { title: 'FIFO cost', width: 18 },
  { title: 'FIFO gain', width: 18 },
  { title: 'Currency', width: 10 },
  { title: 'Order', width: 14 },
  { title: 'Contract note', width: 16 },
  { title: 'Acquired', width: 12 },
  { title: 'Held days', width: 10 },
] as const;

type OwnerKind = 'CUSTOMER' | 'PORTFOLIO';

/** Returns a function that writes the disposals of a customer or a portfolio to a file. */
export function gainFile(kind: OwnerKind, format: SheetFormat) {
  return (call: Call, id: bigint, request: GainRequest): Promise<FileReply> =>
    onSnapshot(call.db, async (tx: Tx) => {
      const find = kind === 'CUSTOMER' ? customerOwner : portfolioOwner;
      const reported = await find({ call, tx }, id);
      const { disposals, until } = await disposalsFor(tx, reported, request);
      const rows = rowsOf(disposals, { request, portfolios: reported.owner.portfolios });
      return sheetFile({ name: `gains-${id}-${until}`, columns: COLUMNS, rows }, format);
    });
}

interface Written {
  readonly request: GainRequest;
  readonly portfolios: readonly NamedPortfolio[];
}

async function* rowsOf(
  disposals: readonly DisposalByMethod[],
  written: Written,
): AsyncGenerator<readonly Cell[]> {
  const { method = 'AVERAGE' } = written.request;
  for (const given of disposals) {
    const disposal = disposalBy(given, mainMethod(method));
    const { portfolioId } = disposal;
    const name = portfolioName(written, portfolioId) ?? null;
    if (method !== 'FIFO' || disposal.lots.length === 0) {
      const fifo = method === 'BOTH' ? given.outcome.FIFO : undefined;
      yield cellsOf(disposal, { name, fifo });
      continue;
    }
    for (const lot of disposal.lots) yield lotCells(disposal, lot, name);
  }
}

function cellsOf(
  disposal: Disposal,
  {
    name,
    fifo,
  }: {
    readonly name: string | null;
    readonly fifo: DisposalByMethod['outcome']['FIFO'] | undefined;
  },
): readonly Cell[] {
  const money = moneyIn(disposal.currency);
  return [
    ...headCells(disposal, name),
    disposal.quantity,
    money(disposal.proceedsMinor),
    money(disposal.chargesMinor),
    money(disposal.netProceedsMinor),
    money(disposal.costMinor),
    money(disposal.gainMinor),
    money(fifo?.costMinor),
    money(fifo?.gainMinor),
    ...tailCells(disposal),
    null,
    null,
  ];
}

// Proceeds and charges are known only for the whole disposal, so a lot has only its net proceeds.
function lotCells(disposal: Disposal, lot: DisposedLot, name: string | null): readonly Cell[] {
  const money = moneyIn(disposal.currency);
  const { costMinor, netProceedsMinor, acquiredOn } = lot;
  return [
    ...headCells(disposal, name),
    lot.quantity,
    null,
    null,
    money(netProceedsMinor),
    money(costMinor),
    money(costMinor === undefined ? undefined : netProceedsMinor - costMinor),
    null,
    null,
    ...tailCells(disposal),
    { date: acquiredOn },
    BigInt(daysBetween(acquiredOn, disposal.tradeDate)),
  ];
}

function headCells(disposal: Disposal, name: string | null): readonly Cell[] {
  const { tradeDate, settlementDate, kind, label, class: assetClass } = disposal;
  const settled = settlementDate === undefined ? null : { date: settlementDate };
  return [{ date: tradeDate }, settled, kind, name, disposal.name, label, assetClass];
}

function tailCells({ currency, orderId, contractNoteName }: Disposal): readonly Cell[] {
  return [currency, orderId ?? null, contractNoteName ?? null];
}

function moneyIn(currency: string): (minor: bigint | undefined) => Cell {
  return (minor) => (minor === undefined ? null : { minor, currency });
}
