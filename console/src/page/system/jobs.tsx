// Jobs by state: queued, running, done and dead. The user can queue a dead job again.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Confirm } from '../../component/confirm.js';
import type { Column } from '../../component/data-grid.js';
import { Dialog } from '../../component/dialog.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { Terms } from '../../component/page.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { JOB_STATES } from './search.js';

const route = getRouteApi('/jobs');

type Job = ItemOf<'system/job/list'>;

function columnsOf({ t }: Speech, format: Format): readonly Column<Job>[] {
  return [
    { id: 'id', header: t('order.number'), widthPx: 90, cell: (job) => job.id },
    {
      id: 'name',
      header: t('job.kind'),
      widthPx: 220,
      cell: (job) => <span className="strong">{job.name}</span>,
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 110,
      cell: (j) => <Badge state={j.state} />,
    },
    {
      id: 'attempts',
      header: t('job.attempts'),
      widthPx: 90,
      end: true,
      cell: (job) => `${job.attempts} / ${job.attemptsMost}`,
    },
    { id: 'due', header: t('job.due'), widthPx: 170, cell: (j) => format.dayAndTime(j.notBefore) },
    {
      id: 'finished',
      header: t('job.finished'),
      widthPx: 170,
      cell: (job) => format.dayAndTime(job.finishedDttm),
    },
    { id: 'error', header: t('job.error'), widthPx: 260, grow: true, cell: (job) => job.lastError },
  ];
}

export function Jobs(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Job>();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  return (
    <>
      <ListPage<Job>
        title={t('place.jobs')}
        list={{ to: 'system/job/list', query: { state } }}
        columns={columns}
        empty={{ title: t('job.none'), hint: t('job.none.hint') }}
        onOpen={setOpen}
        filters={
          <ChoiceFilter
            label={t('order.status')}
            all={t('order.status.all')}
            value={state}
            choices={JOB_STATES}
            onChange={(next) => void navigate({ search: { state: next }, replace: true })}
          />
        }
      />
      {open !== undefined && <OneJob job={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function OneJob({ job, onClose }: { readonly job: Job; readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const mayRetry = useMay('system.job.retry') && job.state === 'DEAD';
  const terms = (
    <Terms
      of={{
        [t('job.kind')]: job.name,
        [t('job.error')]: job.lastError,
        [t('job.node')]: job.node,
        [t('job.request')]: job.requestId,
        [t('job.due')]: format.dayAndTime(job.notBefore),
        [t('job.data')]: <code>{JSON.stringify(job.data)}</code>,
      }}
    />
  );
  if (!mayRetry) {
    return (
      <Dialog title={`${t('job.one')} ${job.id}`} onClose={onClose}>
        {terms}
      </Dialog>
    );
  }
  return (
    <Confirm
      title={`${t('job.one')} ${job.id}`}
      action={t('job.retry')}
      onClose={onClose}
      write={() => write('put', 'system/job/retry/id/{id}', { path: { id: job.id } })}
      done={{ say: t('job.retried'), touches: ['system/job'] }}
    >
      {terms}
    </Confirm>
  );
}
