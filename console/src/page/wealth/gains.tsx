// A customer's gains: the totals, the disposals, the open and closed positions, and the tax.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { DateField } from '../../component/date-field.js';
import { ExportMenu } from '../../component/export-menu.js';
import { CheckField } from '../../component/field.js';
import { Empty, Loading, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import type { CustomerProps } from '../party/record.js';
import { Disposals } from './disposals.js';
import { Closed, Open } from './positions.js';
import { TaxPart } from './tax.js';
import { toneOf } from './tone.js';

export type Gains = ReplyOf<'get', 'wealth/gain/customer/id/{id}'>;

const METHODS = ['AVERAGE', 'FIFO', 'BOTH'] as const;

type Method = (typeof METHODS)[number];

export function GainsPart({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const [period, setPeriod] = useState<Period>({});
  const [method, setMethod] = useState<Method>('AVERAGE');
  const [netOfSaleCharges, setNet] = useState(false);
  const path = { id: idOf(customer) };
  const mayRead = useMay('wealth.valuation.read');
  const { data, error } = useRead('wealth/gain/customer/id/{id}', {
    ...{ path, query: { ...period, method, netOfSaleCharges }, enabled: mayRead },
  });
  if (!mayRead) return <Empty title={t('gain.not-you')} />;
  if (data === undefined) return error ? <Problem error={error} /> : <Loading />;
  const save = (format: 'csv' | 'xlsx') =>
    saveFile(`wealth/gain/customer/id/{id}/${format}`, { path, query: { ...period, method } });
  // The server accepts a first date only together with a last date.
  const { sd = data.from, ed = data.to } = period;
  return (
    <>
      <search className="filters">
        <DateField
          isInline
          label={t('event.from')}
          value={sd}
          onChange={(date) => setPeriod({ sd: date ?? data.from, ed })}
        />
        <DateField
          isInline
          label={t('event.to')}
          value={ed}
          onChange={(date) => setPeriod({ sd, ed: date ?? data.to })}
        />
        <MethodChoice value={method} onChange={setMethod} />
        <CheckField
          label={t('gain.net-of-charges')}
          checked={netOfSaleCharges}
          onChange={({ target }) => setNet(target.checked)}
        />
        <ExportMenu save={save} />
      </search>
      {error && <Problem error={error} />}
      <Totals gains={data} />
      <Disposals gains={data} />
      <Open gains={data} />
      <Closed gains={data} />
      <TaxPart customer={customer} />
    </>
  );
}

interface Period {
  readonly sd?: string;
  readonly ed?: string;
}

interface MethodChoiceProps {
  readonly value: Method;
  readonly onChange: (method: Method) => void;
}

function MethodChoice({ value, onChange }: MethodChoiceProps): ReactNode {
  const { t } = useSpeech();
  return (
    <select
      className="input"
      aria-label={t('gain.method')}
      value={value}
      onChange={({ target }) =>
        onChange(METHODS.find((method) => method === target.value) ?? 'AVERAGE')
      }
    >
      {METHODS.map((method) => (
        <option key={method} value={method}>
          {t(`gain.method.${method}`)}
        </option>
      ))}
    </select>
  );
}

function Totals({ gains }: { readonly gains: Gains }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { classes } = gains.totals;
  if (classes.length === 0) return null;
  const both = gains.method === 'BOTH';
  return (
    <Panel title={t('gain.by-class')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('gain.class')}</th>
            <th className="end">{t('event.count')}</th>
            <th className="end">{t('gain.proceeds')}</th>
            <th className="end">{t('order.charges')}</th>
            <th className="end">{t('gain.cost')}</th>
            <th className="end">{t('gain.gain')}</th>
            {both && <th className="end">{t('gain.fifo-gain')}</th>}
          </tr>
        </thead>
        <tbody>
          {classes.map((sum) => (
            <tr key={`${sum.class} ${sum.currency}`}>
              <th scope="row">{word(sum.class)}</th>
              <td className="end">{sum.disposals}</td>
              <td className="end">{format.amount(sum.proceeds, sum.currency)}</td>
              <td className="end">{format.amount(sum.charges, sum.currency)}</td>
              <td className="end">{format.amount(sum.cost, sum.currency)}</td>
              <td className={toneOf(sum.gain)}>{format.amount(sum.gain, sum.currency)}</td>
              {both && (
                <td className={toneOf(sum.fifoGain)}>
                  {format.amount(sum.fifoGain, sum.currency)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
