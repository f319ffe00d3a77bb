// The building blocks of pages: page heads, panels, terms, and empty and loading states.

import { Inbox } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSpeech } from '../lib/language.js';
import { ScrollX } from './scroll-x.js';

interface PageProps {
  readonly title: string;
  readonly trail?: ReactNode;
  /** A picture of fixed size before the title. */
  readonly picture?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Set for a page filled by its grid. The grid scrolls, and the page does not. */
  readonly full?: boolean;
}

export function Page({ title, trail, picture, actions, children, full }: PageProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · Countinghouse`;
  }, [title]);
  // Focuses the page so that the keyboard scrolls it and Tab starts inside it.
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main ref={main} className={full ? 'page full' : 'page'} id="page" tabIndex={full ? -1 : 0}>
      <div className="page-head">
        {picture}
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
  /** Set for a table that fills the panel from edge to edge. */
  readonly flush?: boolean;
}

export function Panel({ title, actions, children, flush }: PanelProps): ReactNode {
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {flush ? <ScrollX>{children}</ScrollX> : <div className="body">{children}</div>}
    </section>
  );
}

/** Shows name-value pairs. Absent values are omitted. */
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
  /** An explanation of how to create the first record. */
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

/** The page shown while the code of another page is loading. */
export function Opening(): ReactNode {
  return (
    <main className="page" id="page">
      <Loading />
    </main>
  );
}
