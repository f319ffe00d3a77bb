// Lists API clients, and opens one in a drawer.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import type { Column } from '../../component/data-grid.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { ClientDrawer, NewClient } from './client-drawer.js';
import { useOfficesOf } from './office-words.js';
import { PrincipalList } from './principal-list.js';
import { useRoleWords } from './right.js';
import { CLIENT_STATES, type PrincipalSearch } from './search.js';

const route = getRouteApi('/clients');

type Client = ItemOf<'security/client/list'>;

interface Words {
  readonly speech: Speech;
  readonly format: Format;
  readonly nameOf: (role: string) => string;
  readonly officesOf: (client: Client) => string;
}

function columnsOf({ speech, format, nameOf, officesOf }: Words): readonly Column<Client>[] {
  const { t } = speech;
  return [
    {
      id: 'label',
      header: t('client.label'),
      widthPx: 200,
      grow: true,
      cell: ({ label }) => <span className="strong">{label}</span>,
    },
    {
      id: 'name',
      header: t('client.id'),
      widthPx: 190,
      cell: ({ name }) => <span className="mono">{name}</span>,
    },
    {
      id: 'roles',
      header: t('right.roles'),
      widthPx: 180,
      cell: ({ roles }) => roles.map(nameOf).join(', '),
    },
    { id: 'offices', header: t('right.offices'), widthPx: 140, cell: officesOf },
    {
      id: 'used',
      header: t('client.used'),
      widthPx: 120,
      cell: ({ lastSeenDttm }) => format.age(lastSeenDttm) || '–',
    },
    {
      id: 'secret',
      header: t('client.secret.age'),
      widthPx: 120,
      cell: ({ secretSetDttm }) => format.age(secretSetDttm),
    },
    {
      id: 'state',
      header: t('user.state'),
      widthPx: 110,
      cell: ({ active }) => <Badge state={active ? 'ACTIVE' : 'DISABLED'} />,
    },
  ];
}

export function Clients(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { nameOf } = useRoleWords();
  const officesOf = useOfficesOf();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('identity.client.create');
  const columns = useMemo(
    () => columnsOf({ speech, format, nameOf, officesOf }),
    [speech, format, nameOf, officesOf],
  );
  const set = (change: PrincipalSearch<(typeof CLIENT_STATES)[number]>) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const close = () => set({ open: undefined });
  const id = Number(search.open);
  return (
    <>
      <PrincipalList<Client, (typeof CLIENT_STATES)[number]>
        title={t('place.clients')}
        to="security/client/list"
        states={CLIENT_STATES}
        search={search}
        onSearch={set}
        columns={columns}
        empty={{ title: t('client.none'), hint: t('client.none.hint') }}
        creating={mayCreate ? t('client.new') : undefined}
      />
      {search.open === 'new' && mayCreate && <NewClient onClose={close} />}
      {Number.isInteger(id) && id > 0 && <ClientDrawer id={id} onClose={close} />}
    </>
  );
}
