// Deliveries from providers. Items that the program could not process come first. The user can view
// an item as delivered, reprocess it, or discard it.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../../component/badge.js';
import type { Column } from '../../component/data-grid.js';
import { ChoiceFilter, ListPage } from '../../component/list-page.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { InboundItem } from './inbound-item.js';
import { ITEM_CHANNELS, ITEM_STATES } from './search.js';

const route = getRouteApi('/deliveries');

type Item = ItemOf<'crm/inbound/list'>;

function columnsOf({ t, word }: Speech, format: Format): readonly Column<Item>[] {
  return [
    { id: 'id', header: t('order.number'), widthPx: 90, cell: ({ id }) => id },
    {
      id: 'channel',
      header: t('delivery-in.channel'),
      widthPx: 120,
      cell: ({ channel }) => word(channel),
    },
    {
      id: 'received',
      header: t('delivery-in.received'),
      widthPx: 170,
      cell: ({ receivedDttm }) => format.dayAndTime(receivedDttm),
    },
    {
      id: 'sender',
      header: t('delivery-in.sender'),
      widthPx: 220,
      cell: ({ sender }) => <span className="clip">{sender}</span>,
    },
    {
      id: 'state',
      header: t('order.status'),
      widthPx: 130,
      cell: ({ state }) => <Badge state={state} />,
    },
    {
      id: 'reason',
      header: t('delivery-in.reason'),
      widthPx: 360,
      grow: true,
      cell: ({ reason }) => reason,
    },
  ];
}

export function Inbound(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { state, channel } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Item>();
  const columns = useMemo(() => columnsOf(speech, format), [speech, format]);
  const shown = state === 'ALL' ? undefined : (state ?? 'PARKED');
  return (
    <>
      <ListPage<Item>
        title={t('place.deliveries')}
        list={{ to: 'crm/inbound/list', query: { state: shown, channel } }}
        columns={columns}
        empty={{ title: t('delivery-in.none'), hint: t('delivery-in.none.hint') }}
        onOpen={setOpen}
        filters={
          <>
            <ChoiceFilter
              label={t('order.status')}
              all={t('delivery-in.parked')}
              value={state}
              choices={ITEM_STATES}
              onChange={(next) =>
                void navigate({ search: { state: next, channel }, replace: true })
              }
            />
            <ChoiceFilter
              label={t('delivery-in.channel')}
              all={t('delivery-in.channel.all')}
              value={channel}
              choices={ITEM_CHANNELS}
              onChange={(next) =>
                void navigate({ search: { state, channel: next }, replace: true })
              }
            />
          </>
        }
      />
      {open !== undefined && <InboundItem item={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
