// Lists withholding tax certificates, and undoes them.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Confirm } from '../../component/confirm.js';
import { type Column, DataGrid } from '../../component/data-grid.js';
import { Empty } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { useShapedWindow } from '../../lib/window.js';
import { write } from '../../lib/write.js';

type Certificate = ItemOf<'wealth/withholding-certificate/list'>;

/** Paths whose replies a certificate makes stale. */
export const CERTIFICATE_TOUCHED = ['wealth/withholding'];

function columnsOf({ t }: Speech, format: Format): readonly Column<Certificate>[] {
  return [
    {
      id: 'number',
      header: t('certificate.number'),
      widthPx: 180,
      cell: ({ number }) => <span className="strong">{number}</span>,
    },
    {
      id: 'customer',
      header: t('order.customer'),
      widthPx: 220,
      grow: true,
      cell: ({ customerLabel }) => customerLabel,
    },
    {
      id: 'date',
      header: t('certificate.date'),
      widthPx: 130,
      cell: ({ certificateDate }) => format.day(certificateDate),
    },
    {
      id: 'period',
      header: t('statement.period'),
      widthPx: 220,
      cell: ({ periodFrom, periodUntil }) =>
        `${format.day(periodFrom)} – ${format.day(periodUntil)}`,
    },
    {
      id: 'amount',
      header: t('certificate.amount'),
      widthPx: 170,
      end: true,
      cell: ({ amount, currency }) => format.amount(amount, currency),
    },
    {
      id: 'deductions',
      header: t('certificate.deductions'),
      widthPx: 110,
      end: true,
      cell: ({ deductions }) => deductions.length,
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 120,
      cell: ({ state }) => <Badge state={state} />,
    },
  ];
}

export function Certificates(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const list = useShapedWindow<Certificate>({
    to: 'wealth/withholding-certificate/list',
    query: {},
  });
  const mayUndo = useMay('wealth.withholding-certificate.undo');
  const [chosen, choose] = useState<Certificate>();
  return (
    <>
      {list.error && <Problem error={list.error} />}
      {list.count === 0 ? (
        <Empty title={t('certificate.none')}>
          <p>{t('certificate.none.hint')}</p>
        </Empty>
      ) : (
        <DataGrid
          label={t('import.of.certificates')}
          columns={columns}
          count={list.count ?? 0}
          rowAt={list.rowAt}
          look={list.look}
          keyOf={({ id }) => id}
          {...(mayUndo && {
            onOpen: (one: Certificate) => choose(one.state === 'RECORDED' ? one : undefined),
          })}
        />
      )}
      {chosen !== undefined && (
        <Confirm
          title={`${t('certificate.undo')}: ${chosen.number}`}
          action={t('certificate.undo')}
          isDanger
          reason
          onClose={() => choose(undefined)}
          write={(reason) =>
            write('put', 'wealth/withholding-certificate/undo/id/{id}', {
              path: { id: chosen.id },
              body: { reason },
            })
          }
          done={{ say: t('certificate.undone'), touches: CERTIFICATE_TOUCHED }}
        >
          <p>{t('certificate.undo.hint')}</p>
        </Confirm>
      )}
    </>
  );
}
