// Shows the tax on a customer's gains in a year: the computation, and how much of each exemption
// window's limit is used.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Figures, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import type { CustomerProps } from '../party/record.js';
import { CustomerPacks } from './customer-packs.js';
import { toneOf } from './tone.js';

type Tax = ReplyOf<'get', 'wealth/tax/customer/id/{id}'>;
type TaxClass = Tax['classes'][number];
type Window = TaxClass['windows'][number];

/** The number of earlier years that can be chosen. */
const YEARS_BACK = 6;

export function TaxPart({ customer }: CustomerProps): ReactNode {
  const { t, word } = useSpeech();
  const [chosen, choose] = useState<number>();
  const mayRead = useMay('wealth.tax.read');
  const path = { id: idOf(customer) };
  const present = useRead('wealth/tax/customer/id/{id}', { path, enabled: mayRead });
  const { data, error } = useRead('wealth/tax/customer/id/{id}', {
    ...{ path, query: { y: chosen }, enabled: mayRead },
  });
  if (!mayRead) return null;
  if (data === undefined) return <Problem error={error} />;
  const latest = present.data?.year ?? data.year;
  const years = Array.from({ length: YEARS_BACK }, (_, back) => latest - back);
  return (
    <>
      <Panel
        title={t('tax.title', { year: String(data.year), state: word(data.status) })}
        actions={
          <select
            className="input"
            aria-label={t('tax.year')}
            value={data.year}
            onChange={({ target }) => choose(Number(target.value))}
          >
            {years.map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </select>
        }
      >
        <p className="faint">{data.notice}</p>
        {data.classes.every(({ disposals }) => disposals.length === 0) && <p>{t('tax.none')}</p>}
        {data.classes.map((each) => (
          <Computation key={each.rule} of={each} />
        ))}
      </Panel>
      {data.classes.map((each) => (
        <Windows key={each.rule} of={each} />
      ))}
      {data.classes.map((each) => (
        <TaxDisposals key={each.rule} of={each} />
      ))}
      <CustomerPacks customer={customer} year={data.year} />
    </>
  );
}

function Computation({ of }: { readonly of: TaxClass }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  if (of.disposals.length === 0) return null;
  const amount = (value: number) => format.amount(value, of.currency);
  const taxes = of.indicativeTax.map(({ basis, tax }) => [t(`tax.tax.${basis}`), amount(tax)]);
  return (
    <>
      {of.exempt && <p>{t('tax.exempt')}</p>}
      <Figures
        of={{
          [t('tax.gains')]: amount(of.gains),
          [t('tax.losses')]: amount(of.losses),
          [t('tax.relieved')]: amount(of.relieved),
          [t('tax.chargeable-gain')]: amount(of.chargeableGain),
          ...Object.fromEntries(taxes),
        }}
      />
    </>
  );
}

function Windows({ of }: { readonly of: TaxClass }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  if (of.windows.length === 0) return null;
  return (
    <Panel title={t('tax.windows')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('tax.window')}</th>
            <th>{t('tax.window.proceeds')}</th>
            <th>{t('tax.window.gain')}</th>
            <th>{t('tax.chargeable')}</th>
          </tr>
        </thead>
        <tbody>
          {of.windows.map((window) => (
            <tr key={`${window.from} ${window.until} ${window.ruleVersion}`}>
              <th scope="row">{`${format.day(window.from)} – ${format.day(window.until)}`}</th>
              <td>
                <Used {...proceedsOf(window)} currency={of.currency} />
              </td>
              <td>
                <Used {...gainOf(window)} currency={of.currency} />
              </td>
              <td className={window.chargeable ? 'bad' : 'good'}>
                {t(window.chargeable ? 'tax.chargeable' : 'tax.chargeable.no')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

const proceedsOf = (of: Window) => ({
  used: of.proceeds,
  limit: of.proceedsLimit,
  percent: of.proceedsPercent,
});

const gainOf = (of: Window) => ({ used: of.gain, limit: of.gainLimit, percent: of.gainPercent });

interface UsedProps {
  readonly used: number;
  readonly limit: number | undefined;
  readonly percent: number | undefined;
  readonly currency: string;
}

const WHOLE = 100;

/** An amount and its limit, as a bar and as text. */
function Used({ used, limit, percent, currency }: UsedProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  if (limit === undefined || percent === undefined) return format.amount(used, currency);
  const width = Math.max(0, Math.min(WHOLE, percent));
  return (
    <>
      <span className="track" aria-hidden>
        <span className="fill" style={{ width: `${width}%` }} />
      </span>{' '}
      {t('tax.used', {
        used: format.amount(used, currency),
        limit: format.amount(limit, currency),
        percent: String(percent),
      })}
    </>
  );
}

// Two disposals on the same day can be identical.
function keyOf({ tradeDate, securityId }: TaxClass['disposals'][number], place: number): string {
  return `${tradeDate} ${securityId} ${place}`;
}

function TaxDisposals({ of }: { readonly of: TaxClass }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  if (of.disposals.length === 0) return null;
  return (
    <Panel title={t('tax.disposals')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('price.member.date')}</th>
            <th>{t('price.member.security')}</th>
            <th>{t('cash.kind')}</th>
            <th className="end">{t('gain.proceeds')}</th>
            <th className="end">{t('gain.gain')}</th>
            <th className="end">{t('tax.gain')}</th>
            <th className="end">{t('tax.relieved')}</th>
            <th>{t('tax.chargeable')}</th>
          </tr>
        </thead>
        <tbody>
          {of.disposals.map((one, index) => (
            <tr key={keyOf(one, index)}>
              <th scope="row">{format.day(one.tradeDate)}</th>
              <td>{one.securityName}</td>
              <td>{word(one.kind)}</td>
              <td className="end">{format.amount(one.proceeds, of.currency)}</td>
              <td className={toneOf(one.gain)}>{format.amount(one.gain, of.currency)}</td>
              <td className={toneOf(one.taxGain)}>{format.amount(one.taxGain, of.currency)}</td>
              <td className="end">{format.amount(one.relieved, of.currency)}</td>
              <td>{t(one.chargeable ? 'tax.chargeable' : 'tax.chargeable.no')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
