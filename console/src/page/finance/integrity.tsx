// The client money report and the invariants of the books, which are checked regularly while shown.

import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loading, Page, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { invariant } from '../../language/en/invariant.js';
import { useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';

/** Poll interval. The check reads all the books, so it does not run more often. */
const POLL_INTERVAL_MS = 30_000;

interface Integrity {
  readonly holds: boolean;
  readonly invariants: readonly {
    readonly number: number;
    readonly name: string;
    readonly holds: boolean;
    readonly rowsChecked: number;
    readonly violations: number;
  }[];
  readonly clientMoney: readonly {
    readonly businessOfficeName: string;
    readonly currency: string;
    readonly owedToCustomers: number;
    readonly clientBank: number;
    readonly settlement: number;
    readonly surplus: number;
    readonly covered: boolean;
  }[];
}

type InvariantId = keyof typeof invariant;
const isNamed = (id: string): id is InvariantId => id in invariant;

export function IntegrityPage(): ReactNode {
  const { t } = useSpeech();
  const { data, error } = useShaped<Integrity>('finance/integrity', {
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  if (data === undefined) {
    return (
      <Page title={t('place.integrity')}>{error ? <Problem error={error} /> : <Loading />}</Page>
    );
  }
  return (
    <Page title={t('place.integrity')}>
      <p className={data.holds ? 'notice good' : 'notice bad'} role="status">
        <Holds holds={data.holds} />
        {t(data.holds ? 'integrity.holds' : 'integrity.broken')}
      </p>
      <Invariants of={data} />
      <ClientMoney of={data} />
    </Page>
  );
}

function Holds({ holds }: { readonly holds: boolean }): ReactNode {
  const { t } = useSpeech();
  return holds ? (
    <CircleCheck className="icon good" aria-label={t('integrity.yes')} />
  ) : (
    <CircleX className="icon bad" aria-label={t('integrity.no')} />
  );
}

function Invariants({ of }: { readonly of: Integrity }): ReactNode {
  const { t } = useSpeech();
  // An invariant without a translation is shown with the server's name for it.
  const nameOf = (number: number) => {
    const id = `invariant.${number}`;
    return isNamed(id) ? t(id) : undefined;
  };
  const format = useFormat();
  return (
    <Panel title={t('integrity.invariants')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th className="end">#</th>
            <th>{t('integrity.name')}</th>
            <th className="end">{t('integrity.checked')}</th>
            <th className="end">{t('integrity.violations')}</th>
            <th>{t('integrity.state')}</th>
          </tr>
        </thead>
        <tbody>
          {of.invariants.map(({ number, name, rowsChecked, violations, holds }) => (
            <tr key={number}>
              <td className="end">{number}</td>
              <td>{nameOf(number) ?? name}</td>
              <td className="end">{format.quantity(rowsChecked)}</td>
              <td className={violations > 0 ? 'end bad strong' : 'end'}>{violations}</td>
              <td>
                <Holds holds={holds} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function ClientMoney({ of }: { readonly of: Integrity }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <Panel title={t('integrity.client-money')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('order.office')}</th>
            <th className="end">{t('integrity.owed')}</th>
            <th className="end">{t('integrity.bank')}</th>
            <th className="end">{t('integrity.settlement')}</th>
            <th className="end">{t('integrity.surplus')}</th>
            <th>{t('integrity.state')}</th>
          </tr>
        </thead>
        <tbody>
          {of.clientMoney.map((row) => (
            <tr key={`${row.businessOfficeName} ${row.currency}`}>
              <th scope="row">{`${row.businessOfficeName} ${row.currency}`}</th>
              <td className="end">{format.amount(row.owedToCustomers)}</td>
              <td className="end">{format.amount(row.clientBank)}</td>
              <td className="end">{format.amount(row.settlement)}</td>
              <td className="end">{format.amount(row.surplus)}</td>
              <td>
                <Holds holds={row.covered} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
