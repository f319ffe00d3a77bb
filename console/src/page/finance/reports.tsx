// Financial reports: trial balance, income statement, balance sheet and client money. The user
// chooses the dates, the office and an as-of time, and can save a report as CSV or XLSX.

import { getRouteApi, Link } from '@tanstack/react-router';
import { FileDown, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { DateField } from '../../component/date-field.js';
import { MomentField, momentOf } from '../../component/moment-field.js';
import { Page } from '../../component/page.js';
import { Tabs } from '../../component/tabs.js';
import { saveFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useOfficeName, useOffices } from '../../lib/office.js';
import { useOwn } from '../../lib/permission.js';
import {
  BalanceSheet,
  ClientMoney,
  IncomeStatement,
  type ReportProps,
  TrialBalance,
} from './report-table.js';
import { REPORTS, type ReportName, type ReportSearch } from './search.js';

const route = getRouteApi('/reports');

function queriesOf({ d, sd, office, asOf }: ReportSearch): ReportProps {
  const common = { businessOfficeName: office, asOf: momentOf(asOf) };
  return { at: { ...common, d }, over: { ...common, sd, ed: d } };
}

const SHOWN: Readonly<Record<ReportName, (props: ReportProps) => ReactNode>> = {
  'trial-balance': TrialBalance,
  'income-statement': IncomeStatement,
  'balance-sheet': BalanceSheet,
  'client-money': ClientMoney,
};

export function Reports(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const { report = 'trial-balance' } = search;
  const Shown = SHOWN[report];
  const queries = queriesOf(search);
  return (
    <Page
      title={t('place.reports')}
      actions={
        <>
          <Button onPress={() => window.print()}>
            <Printer aria-hidden />
            {t('action.print')}
          </Button>
          <Button onPress={() => void saveReport(report, 'csv', queries)}>
            <FileDown aria-hidden />
            CSV
          </Button>
          <Button onPress={() => void saveReport(report, 'xlsx', queries)}>
            <FileDown aria-hidden />
            XLSX
          </Button>
        </>
      }
    >
      <Tabs label={t('place.reports')} chosen={report}>
        {REPORTS.map((each) => (
          <Link
            key={each}
            to="/reports"
            search={{ ...search, report: each }}
            aria-current={each === report ? 'page' : undefined}
          >
            {t(`report.${each}`)}
          </Link>
        ))}
      </Tabs>
      <Filters />
      <PrintedHead search={search} />
      <Shown {...queries} />
    </Page>
  );
}

/** Prints the filters, and the user who printed the report. */
function PrintedHead({ search }: { readonly search: ReportSearch }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const nameOf = useOfficeName();
  const own = useOwn();
  const { report = 'trial-balance', office, asOf } = search;
  const known = momentOf(asOf);
  const parts = [
    t(`report.${report}`),
    office === undefined ? t('report.offices.all') : nameOf(office),
    ...(known === undefined ? [] : [`${t('ledger.as-of')} ${format.dayAndTime(known)}`]),
    t('report.printed', {
      who: own?.name ?? '',
      at: format.dayAndTime(new Date().toISOString()),
    }),
  ];
  return <p className="print-only">{parts.join(' · ')}</p>;
}

function Filters(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const offices = useOffices();
  const set = (change: ReportSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const isOver = search.report === 'income-statement';
  return (
    <search className="filters">
      <select
        className="input"
        aria-label={t('order.office')}
        value={search.office ?? ''}
        onChange={({ target }) => set({ office: target.value || undefined })}
      >
        <option value="">{t('report.offices.all')}</option>
        {offices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      {isOver && (
        <DateField label={t('field.from')} value={search.sd} onChange={(sd) => set({ sd })} />
      )}
      <DateField
        label={t(isOver ? 'field.to' : 'report.date')}
        value={search.d}
        onChange={(d) => set({ d })}
      />
      <MomentField value={search.asOf} onChange={(asOf) => set({ asOf })} />
    </search>
  );
}

function saveReport(report: ReportName, format: 'csv' | 'xlsx', { at, over }: ReportProps) {
  if (report === 'income-statement') {
    return saveFile(`finance/report/income-statement/${format}`, { query: over });
  }
  return saveFile(`finance/report/${report}/${format}`, { query: at });
}
