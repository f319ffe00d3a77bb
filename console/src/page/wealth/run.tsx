// The latest runs that issue statements or tax packs, with their progress.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useEffect, useRef } from 'react';
import { Badge } from '../../component/badge.js';
import { Panel } from '../../component/page.js';
import { refresh, useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';

const SHOWN_MAX = 3;
const POLL_INTERVAL_MS = 2_000;
const WHOLE = 100;

type Run = ItemOf<'wealth/statement/run/list'>;

/** Polls while a run is in progress, and refetches the list when the run's count changes. */
export function Runs(): ReactNode {
  const format = useFormat();
  const { data } = useRead('wealth/statement/run/list', {
    query: { s: SHOWN_MAX },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  useFreshList('wealth/statement/list', data?.result);
  const runs = data?.result.map((run) => ({
    run,
    label: `${format.day(run.from)} – ${format.day(run.to)}`,
  }));
  return <RunTable runs={runs ?? []} />;
}

/** The runs of tax packs. */
export function PackRuns(): ReactNode {
  const { data } = useRead('wealth/tax-pack/run/list', {
    query: { s: SHOWN_MAX },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  useFreshList('wealth/tax-pack/list', data?.result);
  const runs = data?.result.map((run) => ({ run, label: String(run.year) }));
  return <RunTable runs={runs ?? []} />;
}

function useFreshList(path: string, runs: readonly { readonly issued: number }[] | undefined) {
  const issued = runs?.reduce((sum, run) => sum + run.issued, 0);
  const shown = useRef(issued);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== issued) void refresh(path);
    shown.current = issued;
  }, [issued, path]);
}

/** The fields that both kinds of runs have. */
type Counted = Pick<
  Run,
  'id' | 'state' | 'customers' | 'done' | 'issued' | 'unchanged' | 'empty' | 'refused' | 'createdBy'
>;

interface RunTableProps {
  readonly runs: readonly { readonly run: Counted; readonly label: string }[];
}

function RunTable({ runs }: RunTableProps): ReactNode {
  const { t } = useSpeech();
  if (runs.length === 0) return null;
  return (
    <Panel title={t('statement.runs')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('statement.period')}</th>
            <th>{t('order.status')}</th>
            <th>{t('statement.progress')}</th>
            <th className="end">{t('statement.issued')}</th>
            <th className="end">{t('statement.unchanged')}</th>
            <th className="end">{t('statement.empty')}</th>
            <th className="end">{t('statement.refused')}</th>
            <th>{t('statement.by')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ run, label }) => (
            <tr key={run.id}>
              <th scope="row">{label}</th>
              <td>
                <Badge state={run.state} />
              </td>
              <td>
                <Progress run={run} />
              </td>
              <td className="end">{run.issued}</td>
              <td className="end">{run.unchanged}</td>
              <td className="end">{run.empty}</td>
              <td className="end">{run.refused}</td>
              <td>{run.createdBy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Progress({ run: { done, customers } }: { readonly run: Counted }): ReactNode {
  const { t } = useSpeech();
  const share = customers === 0 ? 1 : Math.min(1, done / customers);
  return (
    <>
      <span className="track" aria-hidden>
        <span className="fill" style={{ width: `${share * WHOLE}%` }} />
      </span>{' '}
      {t('statement.progress.of', { done, customers })}
    </>
  );
}
