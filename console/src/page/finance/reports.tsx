// The books as papers: trial balance, income statement, balance sheet, client money; by date, and
// as files for a spreadsheet.

import { getRouteApi, Link } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { DateField } from '../../component/date-field.js';
import { Page } from '../../component/page.js';
import { Tabs } from '../../component/tabs.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { BalanceSheet, ClientMoney, IncomeStatement, TrialBalance } from './report-table.js';
import { REPORTS, type ReportName } from './search.js';

const route = getRouteApi('/reports');

/** What a report is asked with: the last date that counts. */
export interface ReportProps {
  readonly d: string | undefined;
}

const SHOWN: Readonly<Record<ReportName, (props: ReportProps) => ReactNode>> = {
  'trial-balance': TrialBalance,
  'income-statement': IncomeStatement,
  'balance-sheet': BalanceSheet,
  'client-money': ClientMoney,
};

export function Reports(): ReactNode {
  const { t } = useSpeech();
  const { report = 'trial-balance', d } = route.useSearch();
  const navigate = route.useNavigate();
  const Shown = SHOWN[report];
  return (
    <Page
      title={t('place.reports')}
      actions={
        <>
          <DateField
            label={t('report.date')}
            value={d}
            onChange={(next) => void navigate({ search: { report, d: next }, replace: true })}
          />
          <Button onPress={() => void saveReport(report, 'csv', d)}>
            <FileDown aria-hidden />
            CSV
          </Button>
          <Button onPress={() => void saveReport(report, 'xlsx', d)}>
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
            search={{ report: each, d }}
            aria-current={each === report ? 'page' : undefined}
          >
            {t(`report.${each}`)}
          </Link>
        ))}
      </Tabs>
      <Shown d={d} />
    </Page>
  );
}

function saveReport(report: ReportName, format: 'csv' | 'xlsx', d: string | undefined) {
  if (report === 'income-statement') {
    return saveFile(`finance/report/income-statement/${format}`, { query: { ed: d } });
  }
  return saveFile(`finance/report/${report}/${format}`, { query: { d } });
}
