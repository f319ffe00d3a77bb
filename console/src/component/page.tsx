// What every page is made of: its head, panels, terms, and what it shows where there is nothing.

import { Inbox } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSpeech } from '../lib/language.js';

interface PageProps {
  readonly title: string;
  readonly trail?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** A page whose grid fills it and scrolls by itself. */
  readonly full?: boolean;
}

export function Page({ title, trail, actions, children, full }: PageProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · Countinghouse`;
  }, [title]);
  // Whoever comes by a key goes on by keys: the page scrolls, and Tab begins in it.
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main ref={main} className={full ? 'page full' : 'page'} id="page" tabIndex={full ? -1 : 0}>
      <div className="page-head">
        <div className="grow">
          {trail !== undefined && <div className="trail">{trail}</div>}
          <h1>{title}</h1>
        </div>
        <div className="actions">{actions}</div>
      </div>
      {children}
    </main>
  );
}

interface PanelProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** A table that reaches from edge to edge. */
  readonly flush?: boolean;
}

export function Panel({ title, actions, children, flush }: PanelProps): ReactNode {
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      <div className={flush ? 'scroll-x' : 'body'}>{children}</div>
    </section>
  );
}

/** Pairs of a name and what it is; those that are absent are left out. */
export function Terms({ of }: { readonly of: Readonly<Record<string, ReactNode>> }): ReactNode {
  const known = Object.entries(of).filter(
    ([, value]) => value !== undefined && value !== '' && value !== null,
  );
  return (
    <dl className="terms">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Figures({ of }: { readonly of: Readonly<Record<string, ReactNode>> }): ReactNode {
  return (
    <div className="figures">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <div className="label">{name}</div>
          <div className="value">{value}</div>
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** How it comes that there will be something. */
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
}

export function Empty({ title, children, icon }: EmptyProps): ReactNode {
  return (
    <div className="empty">
      {icon ?? <Inbox aria-hidden />}
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Loading(): ReactNode {
  const { t } = useSpeech();
  return (
    <div className="stack" aria-busy="true">
      <span className="sr">{t('state.loading')}</span>
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}
