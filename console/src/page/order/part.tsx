// Shows the results of an order: its fills, contract note and journal.

import type { ItemOf } from '@countinghouse/sdk';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { type Journal, JournalLines } from '../../component/journal-lines.js';
import { Panel, Terms } from '../../component/page.js';
import { type ListOf, useRead, useShaped } from '../../lib/api.js';
import { openFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import type { CheckedOrder } from './estimate.js';

const NOTES_MAX = 100;

interface PartProps {
  readonly order: CheckedOrder;
}

export function Executions({ order }: PartProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  return (
    <Panel title={t('order.executions')} flush>
      {order.executions.length === 0 ? (
        <p className="soft padded">{t('order.executions.none')}</p>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('order.updated')}</th>
              <th>ExecID</th>
              <th>{t('order.status')}</th>
              <th className="end">{t('order.quantity')}</th>
              <th className="end">{t('order.price')}</th>
              <th>{t('order.settles')}</th>
            </tr>
          </thead>
          <tbody>
            {order.executions.map(({ execId, execType, quantity, price, givenBy, ...dates }) => (
              <tr key={execId}>
                <td className="figure">{format.moment(dates.receivedDttm)}</td>
                <td className="mono">{execId}</td>
                <td>
                  {word(execType)}
                  {givenBy !== undefined && `, ${t('order.execution.given', { who: givenBy })}`}
                </td>
                <td className="end">{format.quantity(quantity)}</td>
                <td className="end">{format.price(price)}</td>
                <td>{format.day(dates.settlementDate) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

export function Note({ order }: PartProps): ReactNode {
  const { t } = useSpeech();
  const mayRead = useMay('order.contract-note.read');
  const { data } = useRead('order/customer/contractnote/id/{id}', {
    path: { id: order.customerId },
    query: { p: order.portfolioId, s: NOTES_MAX, sd: order.orderDate.slice(0, 10) },
    enabled: mayRead,
  });
  const notes = data?.result.filter(({ orderId }) => orderId === order.id) ?? [];
  const [first] = notes;
  useKeys({ p: first && (() => openNote(first.id)) });
  if (notes.length === 0) {
    return (
      <Panel title={t('order.note')}>
        <p className="soft">{t('order.note.none')}</p>
      </Panel>
    );
  }
  return notes.map((note) => <OneNote key={note.id} note={note} />);
}

const openNote = (id: number) => void openFile('order/contractnote/pdf/id/{id}', { path: { id } });

type ContractNote = ItemOf<'order/customer/contractnote/id/{id}'>;

function OneNote({ note }: { readonly note: ContractNote }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const journals = useShaped<ListOf<Journal>>('finance/journal/list', {
    query: { sourceType: 'CONTRACT_NOTE', sourceId: note.id },
    enabled: useMay('finance.journal.read'),
  });
  return (
    <Panel
      title={`${t('order.note')} ${note.name}`}
      actions={
        <>
          <Badge state={note.status} />
          <Button small onPress={() => openNote(note.id)}>
            <FileDown aria-hidden />
            {t('order.note.pdf')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Terms
          of={{
            [t('order.consideration')]: format.amount(note.consideration, note.currency),
            [t('order.charges')]: format.amount(note.totalCharges, note.currency),
            [t('order.total')]: format.amount(note.netAmount, note.currency),
            [t('order.settles')]: format.day(note.settlementDate),
          }}
        />
        {journals.data?.result.map((journal) => (
          <JournalLines key={journal.id} title={t('order.journal')} journal={journal} />
        ))}
      </div>
    </Panel>
  );
}
