// Shows a customer's income from securities: paid and expected dividends, coupons and redemptions.

import type { ReplyOf } from '@countinghouse/sdk';
import { FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { DateField } from '../../component/date-field.js';
import { Empty, Loading, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { openFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { BondLadder } from '../custody/bond-ladder.js';
import type { CustomerProps } from './record.js';

type Income = ReplyOf<'get', 'custody/income/customer/id/{id}'>;

export function DividendsPart({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const [from, setFrom] = useState<string>();
  const [until, setUntil] = useState<string>();
  const id = idOf(customer);
  const query = { sd: from, ed: until };
  const mayRead = useMay('custody.entitlement.read');
  const { data, error } = useRead('custody/income/customer/id/{id}', {
    ...{ path: { id }, query, enabled: mayRead },
  });
  if (!mayRead) return <Empty title={t('dividend.not-you')} />;
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  const paper = () => void openFile('custody/income/customer/id/{id}/pdf', { path: { id }, query });
  return (
    <>
      <search className="filters">
        <DateField isInline label={t('event.from')} value={from ?? data.from} onChange={setFrom} />
        <DateField isInline label={t('event.to')} value={until ?? data.until} onChange={setUntil} />
        <Button onPress={paper}>
          <FileDown aria-hidden />
          {t('dividend.pdf')}
        </Button>
      </search>
      {error && <Problem error={error} />}
      <Kinds income={data} />
      <Payments
        title={t('dividend.paid')}
        rows={data.payments}
        none={{ title: t('dividend.none'), hint: t('dividend.none.hint') }}
      />
      <Payments
        title={t('dividend.expected')}
        rows={data.forecast}
        none={{ title: t('dividend.expected.none'), hint: t('dividend.expected.none.hint') }}
      />
      <BondLadder customerId={id} />
    </>
  );
}

function Kinds({ income }: { readonly income: Income }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  if (income.kinds.length === 0) return null;
  return (
    <Panel title={t('dividend.by-kind')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('cash.kind')}</th>
            <th className="end">{t('event.count')}</th>
            <th className="end">{t('event.gross')}</th>
            <th className="end">{t('dividend.tax')}</th>
            <th className="end">{t('event.net')}</th>
            <th className="end">{t('dividend.by-registrar')}</th>
          </tr>
        </thead>
        <tbody>
          {income.kinds.map((sum) => (
            <tr key={`${sum.kind} ${sum.currency}`}>
              <th scope="row">{word(sum.kind)}</th>
              <td className="end">{sum.count}</td>
              <td className="end">{format.amount(sum.gross, sum.currency)}</td>
              <td className="end">{format.amount(sum.withheld, sum.currency)}</td>
              <td className="end strong">{format.amount(sum.net, sum.currency)}</td>
              <td className="end">{format.amount(sum.paidByRegistrar, sum.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** A correction differs from the corrected payment in its date or amount. */
const keyOf = (row: Income['payments'][number]): string =>
  [row.entitlementId ?? row.label, row.portfolioName, row.date, row.change, row.net].join(' ');

interface PaymentsProps {
  readonly title: string;
  readonly rows: Income['payments'];
  readonly none: { readonly title: string; readonly hint: string };
}

function Payments({ title, rows, none }: PaymentsProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  return (
    <Panel title={title} flush>
      {rows.length === 0 ? (
        <Empty title={none.title}>
          <p>{none.hint}</p>
        </Empty>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('placement.date')}</th>
              <th>{t('order.security')}</th>
              <th>{t('cash.kind')}</th>
              <th className="end">{t('order.quantity')}</th>
              <th className="end">{t('event.gross')}</th>
              <th className="end">{t('dividend.tax')}</th>
              <th className="end">{t('event.net')}</th>
              <th>{t('dividend.paid-by')}</th>
              <th>{t('order.status')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                <td>{format.day(row.date)}</td>
                <th scope="row">
                  {row.securityName} <span className="faint">{row.label}</span>
                </th>
                <td>{word(row.kind)}</td>
                <td className="end">{format.quantity(row.quantity)}</td>
                <td className="end">{format.amount(row.gross, row.currency)}</td>
                <td className="end">{format.amount(row.withheld, row.currency)}</td>
                <td className="end strong">{format.amount(row.net, row.currency)}</td>
                <td>{t(`dividend.paid-by.${row.paidBy}`)}</td>
                <td>
                  <Badge state={row.change} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
