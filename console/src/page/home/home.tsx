// The home page shows the user's pending work and the pages of their desk. The user can choose
// another start page.

import { Link } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import type { ReactNode } from 'react';
import { ExchangeNotices } from '../../component/exchange-outage.js';
import { SelectField } from '../../component/field.js';
import { Empty, Loading, Page, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { deskGroupsFor, placesFor, startOf } from '../../lib/navigation.js';
import { type Own, useOwn } from '../../lib/permission.js';
import { useSetting } from '../../lib/setting.js';
import { kindsFor } from '../approval/kind.js';
import { useWaitingCount } from '../approval/waiting.js';
import { HomeFigures } from './figures.js';
import { START_SETTING } from './start.js';
import { type ToDo, toDosFor } from './to-do.js';
import { useHomeWork } from './work.js';

export function Home(): ReactNode {
  const { t } = useSpeech();
  const own = useOwn();
  if (own === undefined) return <Loading />;
  return (
    <Page title={t('home.title', { name: own.name })}>
      {own.may('order.trade-order.submit') && <ExchangeNotices />}
      <HomeFigures own={own} />
      <div className="columns even">
        <Waiting own={own} />
        <div className="stack">
          <DeskPages own={own} />
          <StartChoice own={own} />
        </div>
      </div>
    </Page>
  );
}

interface HomeProps {
  readonly own: Own;
}

function Waiting({ own }: HomeProps): ReactNode {
  const { t } = useSpeech();
  const approvals = useWaitingCount();
  const { data: work, error, isFetched } = useHomeWork(own);
  const toDos = toDosFor(own);
  const isKnown = isFetched || toDos.length === 0;
  const waiting = toDos.flatMap((toDo) => {
    const { count = 0, oldestDttm: oldest } = work?.get(toDo.code) ?? {};
    return count > 0 ? [{ toDo, count, oldest }] : [];
  });
  const mayDecide = kindsFor(own, 'decide').length > 0;
  return (
    <Panel title={t('home.waiting')} flush>
      {error !== null && <Problem error={error} />}
      {!isKnown && <Loading />}
      {isKnown && waiting.length === 0 && approvals === 0 && (
        <Empty title={t('home.nothing')} icon={<CircleCheckBig aria-hidden />}>
          <p>{t('home.nothing.hint')}</p>
        </Empty>
      )}
      <ul className="to-dos">
        {mayDecide && approvals > 0 && (
          <li>
            <Link to="/approvals">{t('home.waits.approvals', { count: approvals })}</Link>
          </li>
        )}
        {isKnown && waiting.map((each) => <Line key={each.toDo.says} {...each} />)}
      </ul>
    </Panel>
  );
}

interface LineProps {
  readonly toDo: ToDo;
  readonly count: number;
  /** When the oldest record was entered. */
  readonly oldest: string | undefined;
}

function Line({ toDo, count, oldest }: LineProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <li>
      <Link to={toDo.to} search={toDo.search}>
        {t(toDo.says, { count })}
      </Link>
      {toDo.says === 'home.waits.orders' && <WaitReasons />}
      {oldest !== undefined && (
        <span className="faint age">{t('home.figure.age', { age: format.age(oldest) })}</span>
      )}
    </li>
  );
}

const WAITING_MAX = 100;

/** The reasons why orders are not at the exchange yet, most frequent first. */
function WaitReasons(): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const query = { status: 'BOOKED', s: WAITING_MAX } as const;
  const { data } = useRead('order/tradeorder/list', { query });
  const reasons = data?.result.flatMap(({ waitingFor }) => waitingFor ?? []) ?? [];
  const counts = [...new Set(reasons)]
    .map((reason) => [reason, reasons.filter((each) => each === reason).length] as const)
    .toSorted(([, one], [, other]) => other - one);
  if (counts.length === 0) return null;
  const shown = counts.map(([reason, count]) =>
    t('home.waits.reason', { reason: word(reason), count: format.quantity(count) }),
  );
  return <span className="soft age">{shown.join(' · ')}</span>;
}

function DeskPages({ own }: HomeProps): ReactNode {
  const { t } = useSpeech();
  return (
    <Panel title={t('home.pages')}>
      <ul className="desk-pages">
        {deskGroupsFor(own)
          .flatMap(({ places }) => places)
          .filter(({ to }) => to !== '/home')
          .map(({ to, name, icon: Icon }) => (
            <li key={to}>
              <Link to={to}>
                <Icon className="icon" aria-hidden />
                {t(name)}
              </Link>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

/** The choice is stored on the server so that it applies in every browser. */
function StartChoice({ own }: HomeProps): ReactNode {
  const { t } = useSpeech();
  const [choice = '', choose] = useSetting(START_SETTING);
  const places = placesFor(own);
  const byRole = places.find(({ to }) => to === startOf(own, undefined));
  return (
    <Panel title={t('home.start')}>
      <SelectField
        label={t('home.start.label')}
        hint={t('home.start.hint')}
        value={choice}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">
          {t('home.start.role', { page: byRole === undefined ? '' : t(byRole.name) })}
        </option>
        {places.map(({ to, name }) => (
          <option key={to} value={to}>
            {t(name)}
          </option>
        ))}
      </SelectField>
    </Panel>
  );
}
