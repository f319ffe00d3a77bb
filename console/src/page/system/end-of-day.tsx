// Starts the end of day, follows its steps, and shows recent runs.

import type { ReplyOf } from '@countinghouse/sdk';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Empty, Page, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';

/** Poll interval while a run is active. */
const POLL_INTERVAL_MS = 1_000;
const RUNS_MAX = 30;
const WHOLE = 100;

export function EndOfDay(): ReactNode {
  const { t } = useSpeech();
  const mayRun = useMay('system.end-of-day.run');
  const [isAsking, setAsking] = useState(false);
  const runs = useRead('system/end-of-day/list', {
    query: { s: RUNS_MAX },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  const latest = runs.data?.result[0];
  return (
    <Page
      title={t('place.end-of-day')}
      actions={
        mayRun && (
          <Button tone="primary" onPress={() => setAsking(true)}>
            <Play aria-hidden />
            {t('eod.run')}
          </Button>
        )
      }
    >
      {runs.error && <Problem error={runs.error} />}
      {latest === undefined ? (
        <Empty title={t('eod.none')}>
          <p>{t('eod.none.hint')}</p>
        </Empty>
      ) : (
        <div className="columns">
          <Run id={latest.id} />
          <Runs />
        </div>
      )}
      {isAsking && (
        <Confirm
          title={t('eod.run')}
          action={t('eod.run')}
          onClose={() => setAsking(false)}
          write={() => write('post', 'system/end-of-day/run', { body: {} })}
          done={{ say: t('eod.started'), touches: ['system/'] }}
        >
          <p>{t('eod.question')}</p>
        </Confirm>
      )}
    </Page>
  );
}

function Runs(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('system/end-of-day/list', { query: { s: RUNS_MAX } });
  return (
    <Panel title={t('eod.runs')} flush>
      <table className="plain">
        <tbody>
          {data?.result.map((run) => (
            <tr key={run.id}>
              <td className="figure nowrap">{format.dayAndTime(run.createdDttm)}</td>
              <td>{run.askedBy}</td>
              <td>
                <Badge state={run.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Run({ id }: { readonly id: number }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('system/end-of-day/id/{id}', {
    path: { id },
    pollIntervalMs: POLL_INTERVAL_MS,
  });
  return (
    <div className="stack">
      {data?.error !== undefined && <p className="notice bad">{data.error}</p>}
      {data?.days.map((day) => (
        <Panel
          key={day.closing}
          title={t('eod.day', { from: format.day(day.closing), to: format.day(day.next) })}
          flush
        >
          <table className="plain">
            <thead>
              <tr>
                <th>{t('eod.step')}</th>
                <th>{t('order.status')}</th>
                <th className="end">{t('eod.records')}</th>
                <th className="end">{t('eod.rate')}</th>
                <th>{t('eod.progress')}</th>
              </tr>
            </thead>
            <tbody>
              {day.steps.map((step) => (
                <Step key={step.name} step={step} />
              ))}
            </tbody>
          </table>
        </Panel>
      ))}
    </div>
  );
}

type Day = ReplyOf<'get', 'system/end-of-day/id/{id}'>['days'][number];

function Step({ step }: { readonly step: Day['steps'][number] }): ReactNode {
  const { word } = useSpeech();
  const format = useFormat();
  const { records, expectedRecords = 0, state } = step;
  const name = word(step.name.replaceAll('-', '_').toUpperCase());
  const share = state === 'DONE' ? 1 : Math.min(1, records / Math.max(1, expectedRecords));
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Badge state={state} />
      </td>
      <td className="end">{format.quantity(records)}</td>
      <td className="end">{format.quantity(step.recordsPerSecond)}</td>
      <td>
        <progress aria-label={name} value={share * WHOLE} max={WHOLE} />
        {step.error !== undefined && <p className="bad">{step.error}</p>}
      </td>
    </tr>
  );
}
