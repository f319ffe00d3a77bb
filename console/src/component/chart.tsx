// Line charts over days or times, with a legend of the latest values. A table lists all values for
// people who cannot see the drawing.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../lib/format.js';
import { useSpeech } from '../lib/language.js';
import { useIsNight } from '../lib/theme.js';
import { Loading } from './page.js';

const HEIGHT_PX = 180;
const AXIS_PX = 76;
const FONT = '11px Inter, sans-serif';
const SECOND_MS = 1_000;
/** Length of a date in the format `yyyy-MM-dd`. Longer values are times. */
const DAY_LETTERS = 10;
/** Dash patterns, so that curves differ by more than their colour. */
const DASHES: readonly number[][] = [[], [6, 4], [2, 3]];

export interface Point {
  /** A date in the format `yyyy-MM-dd`, or a time. */
  readonly at: string;
  readonly value: number;
}

/** One curve. Gaps are null. */
interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

interface CurvesProps {
  readonly label: string;
  /** Dates or times, one for each value of a curve. */
  readonly ats: readonly string[];
  readonly series: readonly Series[];
  /** Formats a value as text, such as `NGN 1.00`. */
  readonly figure: (value: number) => string;
}

interface ChartProps {
  readonly label: string;
  readonly points: readonly Point[];
  readonly currency?: string | undefined;
}

/** Shows a single curve of amounts. */
export function Chart({ label, points, currency }: ChartProps): ReactNode {
  const format = useFormat();
  return (
    <Curves
      label={label}
      ats={points.map(({ at }) => at)}
      series={[{ label, values: points.map(({ value }) => value) }]}
      figure={(value) => format.amount(value, currency)}
    />
  );
}

/**
 * A placeholder with the height of the chart, so that the content below does not move when the
 * points arrive.
 */
export function ChartPlace(): ReactNode {
  return (
    <div className="chart-place">
      <Loading />
    </div>
  );
}

export function Curves({ label, ats, series, figure }: CurvesProps): ReactNode {
  const isNight = useIsNight();
  const said = useSaid({ label, ats, series, figure });
  const drawn = JSON.stringify({ ats, values: series.map(({ values }) => values) });
  return (
    <div className="stack tight">
      {/* The chart is redrawn for a new theme, but not for equal points. */}
      <Drawing key={String(isNight)} said={said} drawn={drawn} />
      {series.length > 1 && <Legend series={series} figure={figure} />}
      <FigureTable ats={ats} series={series} figure={figure} />
    </div>
  );
}

/** Describes the first and last value of each curve. */
function useSaid({ label, ats, series, figure }: CurvesProps): string {
  const at = useAt();
  const [first, last] = [ats[0], ats.at(-1)];
  if (first === undefined || last === undefined) return label;
  const ends = series.map(({ label: name, values }) => {
    const known = values.filter((value) => value !== null);
    const [from, to] = [known[0], known.at(-1)];
    const figures = from === undefined || to === undefined ? '–' : `${figure(from)}, ${figure(to)}`;
    return `${series.length > 1 ? `${name} ` : ''}${figures}`;
  });
  return `${label}: ${at(first)}, ${at(last)}: ${ends.join('; ')}`;
}

/** Returns a function that formats a date or a time. */
function useAt(): (at: string) => string {
  const format = useFormat();
  return (at) => (at.length === DAY_LETTERS ? format.day(at) : format.dayAndTime(at));
}

type Shown = Pick<CurvesProps, 'series' | 'figure'>;

function Legend({ series, figure }: Shown): ReactNode {
  return (
    <ul className="legend">
      {series.map(({ label, values }, index) => {
        const last = values.findLast((value) => value !== null);
        return (
          <li key={label}>
            <span className={`sign curve-${index + 1}`} aria-hidden />
            {label} <strong>{typeof last === 'number' ? figure(last) : '–'}</strong>
          </li>
        );
      })}
    </ul>
  );
}

function FigureTable({ ats, series, figure }: Omit<CurvesProps, 'label'>): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="figure-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('chart.figures')}</summary>
      {isOpen && <FigureRows ats={ats} series={series} figure={figure} />}
    </details>
  );
}

function FigureRows({ ats, series, figure }: Omit<CurvesProps, 'label'>): ReactNode {
  const { t } = useSpeech();
  const at = useAt();
  return (
    <section className="scroll-y" tabIndex={0} aria-label={t('chart.figures')}>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{t('chart.at')}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col" className="end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ats.map((each, row) => (
            <tr key={each}>
              <th scope="row">{at(each)}</th>
              {series.map(({ label, values }) => (
                <td key={label} className="end">
                  {cellOf(values[row], figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellOf = (value: number | null | undefined, figure: (value: number) => string): string =>
  typeof value === 'number' ? figure(value) : '–';

interface DrawingProps {
  readonly said: string;
  /** The points, as JSON. */
  readonly drawn: string;
}

function Drawing({ said, drawn }: DrawingProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const format = useFormat();
  const { intl } = useSpeech();
  useEffect(() => {
    const box = place.current;
    const points: Points = JSON.parse(drawn);
    if (box === null || points.ats.length === 0) return;
    const words = { moment: momentOf(points, intl.locale), steps: format.steps };
    let end = () => {};
    let isGone = false;
    void import('uplot').then(({ default: Plot }) => {
      if (!isGone) end = fitted(new Plot(optionsOf(box, points, words), dataOf(points), box), box);
    });
    return () => {
      isGone = true;
      end();
    };
  }, [drawn, format, intl]);
  return <div ref={place} className="chart" role="img" aria-label={said} />;
}

const dataOf = ({ ats, values }: Points): uPlot.AlignedData => [
  ats.map((at) => new Date(at).getTime() / SECOND_MS),
  ...values,
];

/** Resizes the drawing with its container. Returns a function that stops resizing it. */
function fitted(plot: uPlot, box: HTMLElement): () => void {
  const fit = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT_PX }));
  fit.observe(box);
  return () => {
    fit.disconnect();
    plot.destroy();
  };
}

interface Points {
  readonly ats: readonly string[];
  readonly values: (number | null)[][];
}

interface AxisWords {
  readonly moment: Intl.DateTimeFormat;
  readonly steps: (values: readonly number[]) => readonly string[];
}

/** Formats dates, or the time of day for ranges of less than two days. */
function momentOf({ ats }: Points, locale: string): Intl.DateTimeFormat {
  const [first = '', last = ''] = [ats[0], ats.at(-1)];
  const twoDaysMs = 172_800_000;
  const isClock =
    first.length > DAY_LETTERS && new Date(last).getTime() - new Date(first).getTime() < twoDaysMs;
  return new Intl.DateTimeFormat(
    locale,
    isClock
      ? { hour: '2-digit', minute: '2-digit', hour12: false }
      : { day: 'numeric', month: 'short' },
  );
}

function optionsOf(box: HTMLElement, { values }: Points, words: AxisWords): uPlot.Options {
  const colour = (name: string) => resolvedColour(box, name);
  const axis = {
    font: FONT,
    stroke: colour('--ink-faint'),
    grid: { stroke: colour('--line'), width: 1 },
  };
  const isSingle = values.length === 1;
  return {
    width: box.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    series: [
      {},
      ...values.map((_, index) => ({
        stroke: colour(`--curve-${index + 1}`),
        width: 1.5,
        dash: [...(DASHES[index] ?? [])],
        spanGaps: true,
        // A value between two gaps has no line, so it is drawn as a point.
        ...(values.some((each) => each.includes(null)) ? { points: { show: true, size: 4 } } : {}),
        ...(isSingle ? { fill: colour('--accent-wash') } : {}),
      })),
    ],
    axes: [
      { ...axis, values: (_, all) => all.map((at) => words.moment.format(at * SECOND_MS)) },
      { ...axis, size: AXIS_PX, values: (_, all) => [...words.steps(all)] },
    ],
  };
}

/**
 * Returns the colour of a token. A canvas resolves neither CSS variables nor light-dark(), so an
 * element resolves them for it.
 */
export function resolvedColour(box: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
