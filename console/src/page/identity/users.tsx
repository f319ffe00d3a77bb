// Lists staff users, and opens one in a drawer.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '../../component/badge.js';
import type { Column } from '../../component/data-grid.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { NewUser } from './new-user.js';
import { useOfficesOf } from './office-words.js';
import { PrincipalList } from './principal-list.js';
import { stateOf } from './record.js';
import { useRoleWords } from './right.js';
import { type PrincipalSearch, USER_STATES } from './search.js';
import { UserDrawer } from './user-drawer.js';

const route = getRouteApi('/users');

type User = ItemOf<'security/user/list'>;

interface Words {
  readonly speech: Speech;
  readonly format: Format;
  readonly nameOf: (role: string) => string;
  readonly officesOf: (user: User) => string;
}

function columnsOf({ speech, format, nameOf, officesOf }: Words): readonly Column<User>[] {
  const { t } = speech;
  return [
    {
      id: 'label',
      header: t('user.label'),
      widthPx: 200,
      grow: true,
      cell: ({ label, name }) => (
        <>
          <span className="strong">{label}</span> <span className="faint">{name}</span>
        </>
      ),
    },
    {
      id: 'roles',
      header: t('right.roles'),
      widthPx: 210,
      cell: ({ roles }) => roles.map(nameOf).join(', '),
    },
    { id: 'offices', header: t('right.offices'), widthPx: 150, cell: officesOf },
    {
      id: 'seen',
      header: t('user.last-seen'),
      widthPx: 130,
      cell: ({ lastSeenDttm }) => format.age(lastSeenDttm) || '–',
    },
    {
      id: 'factor',
      header: t('factor.title'),
      widthPx: 120,
      cell: ({ secondFactor }) => t(secondFactor ? 'user.on' : 'user.off'),
    },
    { id: 'sessions', header: t('user.sessions'), widthPx: 90, end: true, cell: (u) => u.sessions },
    {
      id: 'state',
      header: t('user.state'),
      widthPx: 110,
      cell: (user) => <Badge state={stateOf(user)} />,
    },
  ];
}

export function Users(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const { nameOf } = useRoleWords();
  const officesOf = useOfficesOf();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('identity.user.create');
  const columns = useMemo(
    () => columnsOf({ speech, format, nameOf, officesOf }),
    [speech, format, nameOf, officesOf],
  );
  const set = (change: PrincipalSearch<(typeof USER_STATES)[number]>) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const close = () => set({ open: undefined });
  const id = Number(search.open);
  return (
    <>
      <PrincipalList<User, (typeof USER_STATES)[number]>
        title={t('place.users')}
        to="security/user/list"
        states={USER_STATES}
        search={search}
        onSearch={set}
        columns={columns}
        empty={{ title: t('user.none'), hint: t('user.none.hint') }}
        creating={mayCreate ? t('user.new') : undefined}
      />
      {search.open === 'new' && mayCreate && <NewUser onClose={close} />}
      {Number.isInteger(id) && id > 0 && <UserDrawer id={id} onClose={close} />}
    </>
  );
}
