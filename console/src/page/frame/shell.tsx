// The frame around every page, with navigation, search, live status and user menu.

import { isProblem } from '@countinghouse/sdk';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { CircleUser, LayoutGrid, Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../component/button.js';
import { ExchangeDots } from '../../component/exchange-outage.js';
import { Loading } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { holdKeys, type Keys, useKeys } from '../../lib/key.js';
import { useSpeech } from '../../lib/language.js';
import { useLive, useLiveState } from '../../lib/live.js';
import { deskGroupsFor, groupsFor, type PlaceGroup, placesFor } from '../../lib/navigation.js';
import { type Own, useOwn } from '../../lib/permission.js';
import { untilQuiet } from '../../lib/quiet.js';
import { useSetting } from '../../lib/setting.js';
import { useWaitingCount } from '../approval/waiting.js';

// The user menu contains the most code, so it is loaded after the page and its data.
const UserMenu = lazy(async () => {
  await untilQuiet();
  return { default: (await import('./user-menu.js')).UserMenu };
});
// Loaded on first use.
const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));
const PasswordNeeded = lazy(async () => ({
  default: (await import('../identity/password-needed.js')).PasswordNeeded,
}));
const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.js')).KeySheet }));

export function Shell(): ReactNode {
  const own = useOwn();
  const { error } = useRead('security/session/own', {});
  useLive();
  if (isProblem(error, 'PASSWORD_CHANGE_NEEDED')) {
    return (
      <Suspense fallback={<Loading />}>
        <PasswordNeeded />
      </Suspense>
    );
  }
  if (own === undefined)
    return <div className="page">{error ? <Problem error={error} /> : <Loading />}</div>;
  return <Frame own={own} />;
}

function Frame({ own }: { readonly own: Own }): ReactNode {
  const { t } = useSpeech();
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const [typed, setTyped] = useState('');
  const showPalette = () => {
    setTyped('');
    setOpen('palette');
  };
  const navigate = useNavigate();
  const pages = useRailPages(own);
  const ways = placesFor(own).map(
    ({ key, to }) => [`g ${key}`, () => void navigate({ to })] as const,
  );
  const keys: Keys = {
    ...Object.fromEntries(ways),
    'g .': pages.toggle,
    'mod+k': showPalette,
    '?': () => setOpen('keys'),
    '/': focusSearch,
    ...(own.may('order.trade-order.submit')
      ? {
          n: () => {
            holdKeys();
            void navigate({ to: '/orders', search: { ticket: 'new' } });
          },
        }
      : {}),
  };
  useKeys(keys);
  return (
    <div className="shell">
      <a className="sr" href="#page">
        {t('shell.skip')}
      </a>
      <Rail {...pages} />
      <div className="main">
        <header className="bar">
          <button type="button" className="search" onClick={showPalette}>
            <Search className="icon" aria-hidden />
            <span>{t('palette.open')}</span>
            <kbd>Ctrl K</kbd>
          </button>
          <div className="space" />
          <ExchangeDots />
          <Live />
          <Suspense fallback={<MenuPlace name={own.name} />}>
            <UserMenu name={own.name} icon={<CircleUser aria-hidden />} />
          </Suspense>
        </header>
        <Outlet />
      </div>
      <Suspense fallback={open === 'palette' ? <FirstLetters onType={setTyped} /> : null}>
        {open === 'palette' && (
          <Palette own={own} typed={typed} onClose={() => setOpen(undefined)} />
        )}
        {open === 'keys' && <KeySheet own={own} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  );
}

/**
 * Collects the letters typed before the palette has loaded. Otherwise they would trigger shortcuts.
 */
function FirstLetters({ onType }: { readonly onType: (text: string) => void }): ReactNode {
  const { t } = useSpeech();
  return (
    <div className="scrim">
      <div className="dialog wide palette">
        <input
          ref={focusOn}
          className="first-letters"
          aria-label={t('palette.open')}
          placeholder={t('palette.open')}
          onChange={({ target }) => onType(target.value)}
        />
      </div>
    </div>
  );
}

/** Placeholder for the user menu while it is loading. */
function MenuPlace({ name }: { readonly name: string }): ReactNode {
  return (
    <Button tone="quiet" isDisabled>
      <CircleUser aria-hidden />
      <span className="name">{name}</span>
    </Button>
  );
}

const focusOn = (field: HTMLInputElement | null): void => field?.focus();

/** Focuses the page's filter field, if it has one. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('#page .filters input')?.focus();
}

interface RailPages {
  readonly groups: readonly PlaceGroup[];
  /** True if the rail shows more than the desk of the user's roles. */
  readonly isAll: boolean;
  /** Undefined if the desk has all pages. */
  readonly toggle: (() => void) | undefined;
}

/**
 * Returns the pages in the rail: all, or those of the user's desk. The choice applies in every
 * browser.
 */
function useRailPages(own: Own): RailPages {
  const [shown, set] = useSetting('rail.pages');
  const all = groupsFor(own);
  const desk = deskGroupsFor(own);
  const countOf = (groups: readonly PlaceGroup[]) => groups.flatMap(({ places }) => places).length;
  const isAll = shown === 'ALL';
  const hasMore = countOf(desk) < countOf(all);
  return {
    groups: isAll ? all : desk,
    isAll,
    toggle: hasMore ? () => set(isAll ? 'DESK' : 'ALL') : undefined,
  };
}

function Rail({ groups, isAll, toggle }: RailPages): ReactNode {
  const { t } = useSpeech();
  const waiting = useWaitingCount();
  return (
    <div className="rail">
      <Link to="/" className="mark" title={t('shell.start')} aria-label={t('shell.start')}>
        <img src="/console/mark.svg" alt="" />
        <span>Countinghouse</span>
      </Link>
      <nav aria-label={t('shell.navigation')}>
        {groups.map(({ name, places }) => (
          <div key={name}>
            <div className="group">{t(name)}</div>
            {places.map(({ to, name: place, icon: Icon }) => (
              <Link key={to} to={to} className="item" title={t(place)}>
                <Icon className="icon" aria-hidden />
                <span>{t(place)}</span>
                {to === '/approvals' && waiting > 0 && <span className="count">{waiting}</span>}
              </Link>
            ))}
          </div>
        ))}
        {toggle !== undefined && (
          <button
            type="button"
            className="item"
            aria-pressed={isAll}
            title={t('shell.all-pages')}
            onClick={toggle}
          >
            <LayoutGrid className="icon" aria-hidden />
            <span>{t('shell.all-pages')}</span>
          </button>
        )}
      </nav>
    </div>
  );
}

function Live(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const state = useLiveState();
  const { data: clock } = useRead('system/clock', {});
  return (
    <div className="live" role="status">
      <span>
        <span className="label">{t('shell.business-date')}</span>{' '}
        <strong>{format.day(clockDate(clock))}</strong>
      </span>
      <span className={`dot ${state}`} aria-hidden />
      <span>{t(`live.${state}`)}</span>
    </div>
  );
}

function clockDate(clock: unknown): string | undefined {
  const date: unknown = Object(clock).businessDate;
  return typeof date === 'string' ? date : undefined;
}
