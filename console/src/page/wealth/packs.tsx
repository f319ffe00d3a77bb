// Shows the runs that issue tax packs, the list of packs with their PDFs, and the firm's tax file.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { Empty } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { openFile } from '../../lib/file.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useShapedWindow } from '../../lib/window.js';
import { PackRuns } from './run.js';

type Pack = ItemOf<'wealth/tax-pack/list'>;

function columnsOf({ t }: Speech, format: Format): readonly Column<Pack>[] {
  const sum = ({ totals: [first] }: Pack, name: 'chargeableGain' | 'withheld' | 'missing') =>
    first === undefined ? '' : format.amount(first[name], first.currency);
  const amount = (id: 'chargeableGain' | 'withheld' | 'missing', header: string) => ({
    ...{ id, header, widthPx: 145, end: true },
    cell: (pack: Pack) => sum(pack, id),
  });
  return [
    {
      id: 'number',
      header: t('order.number'),
      widthPx: 140,
      cell: ({ name }) => <span className="strong">{name}</span>,
    },
    {
      id: 'customer',
      header: t('order.customer'),
      widthPx: 220,
      grow: true,
      cell: ({ customerLabel }) => customerLabel,
    },
    { id: 'year', header: t('tax.year'), widthPx: 90, end: true, cell: ({ year }) => year },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 130,
      cell: ({ state }) => <Badge state={state} />,
    },
    {
      id: 'version',
      header: t('statement.version'),
      widthPx: 80,
      end: true,
      cell: ({ versionNo }) => versionNo,
    },
    amount('chargeableGain', t('tax.chargeable-gain')),
    amount('withheld', t('pack.withheld')),
    amount('missing', t('pack.missing')),
    {
      id: 'replaced',
      header: t('statement.replaced-by'),
      widthPx: 140,
      cell: ({ replacedByName }) => replacedByName,
    },
  ];
}

export function Packs(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const list = useShapedWindow<Pack>({ to: 'wealth/tax-pack/list', query: {} });
  return (
    <>
      <PackRuns />
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <Empty title={t('pack.none')}>
          <p>{t('pack.none.hint')}</p>
        </Empty>
      ) : (
        <DataGrid
          label={t('tax.of-packs')}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void openFile('wealth/tax-pack/pdf/id/{id}', { path: { id } })}
        />
      )}
    </>
  );
}
