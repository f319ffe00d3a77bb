// Lists webhook endpoints and deliveries with their outcome, and sends deliveries again.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import type { Column } from '../../component/data-grid.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { Terms } from '../../component/page.js';
import { ScrollX } from '../../component/scroll-x.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { DELIVERY_STATES } from './search.js';
import { WebhookForm } from './webhook-form.js';

const route = getRouteApi('/webhooks');

type Delivery = ItemOf<'webhook/delivery/list'>;

function columnsOf({ t }: Speech, format: Format): readonly Column<Delivery>[] {
  return [
    { id: 'id', header: t('order.number'), widthPx: 90, cell: (d) => d.id },
    {
      id: 'at',
      header: t('audit.at'),
      widthPx: 180,
      cell: (d) => format.dayAndTime(d.createdDttm),
    },
    { id: 'type', header: t('webhook.type'), widthPx: 220, grow: true, cell: (d) => d.type },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 120,
      cell: (d) => <Badge state={d.state} />,
    },
    { id: 'attempts', header: t('job.attempts'), widthPx: 90, end: true, cell: (d) => d.attempts },
    { id: 'status', header: 'HTTP', widthPx: 70, end: true, cell: (d) => d.status },
    { id: 'fault', header: t('job.error'), widthPx: 260, cell: (d) => d.fault },
  ];
}

export function Webhooks(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { state, form } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('webhook.endpoint.create');
  const show = (next: string | undefined) =>
    void navigate({ search: { state, form: next }, replace: true });
  const [open, setOpen] = useState<Delivery>();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  return (
    <>
      <ListPage<Delivery>
        title={t('place.webhooks')}
        list={{ to: 'webhook/delivery/list', query: { state } }}
        columns={columns}
        empty={{ title: t('webhook.none'), hint: t('webhook.none.hint') }}
        onOpen={setOpen}
        actions={
          mayCreate && (
            <Button tone="primary" onPress={() => show('new')}>
              <Plus aria-hidden />
              {t('webhook.new')}
            </Button>
          )
        }
        filters={
          <ChoiceFilter
            label={t('order.status')}
            all={t('order.status.all')}
            value={state}
            choices={DELIVERY_STATES}
            onChange={(next) => void navigate({ search: { state: next }, replace: true })}
          />
        }
      >
        <Endpoints />
      </ListPage>
      {form === 'new' && mayCreate && <WebhookForm onClose={() => show(undefined)} />}
      {open !== undefined && (
        <Confirm
          title={`${t('webhook.delivery')} ${open.id}`}
          action={t('webhook.replay')}
          onClose={() => setOpen(undefined)}
          write={() => write('put', 'webhook/delivery/replay/id/{id}', { path: { id: open.id } })}
          done={{ say: t('webhook.replayed'), touches: ['webhook/'] }}
        >
          <Terms
            of={{
              [t('webhook.type')]: open.type,
              [t('job.error')]: open.fault,
              HTTP: open.status,
              [t('job.attempts')]: open.attempts,
            }}
          />
        </Confirm>
      )}
    </>
  );
}

function Endpoints(): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const mayTest = useMay('webhook.endpoint.test');
  const { data } = useRead('webhook/endpoint/list', {});
  if (data === undefined || data.count === 0) return null;
  return (
    <ScrollX>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('webhook.endpoint')}</th>
            <th>{t('order.status')}</th>
            <th className="end">{t('webhook.waiting')}</th>
            <th className="end">{t('webhook.failures')}</th>
            <th>
              <span className="sr">{t('action.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.result.map(({ id, label, url, state, waiting, failures }) => (
            <tr key={id}>
              <th scope="row">
                {label} <span className="faint">{url}</span>
              </th>
              <td>
                <Badge state={state === 'ENABLED' ? 'ACTIVE' : 'SUSPENDED'} />
              </td>
              <td className="end">{waiting}</td>
              <td className="end">{failures}</td>
              <td className="end">
                {mayTest && (
                  <Button
                    small
                    onPress={() =>
                      void act.run(
                        write('post', 'webhook/endpoint/ping/id/{id}', { path: { id } }),
                        {
                          ...{ say: t('webhook.pinged'), touches: ['webhook/'], asToast: true },
                        },
                      )
                    }
                  >
                    {t('webhook.ping')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
