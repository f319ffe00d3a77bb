// Daily candles with their volume, and marks for events. The arrow keys move through the days, and
// a table contains all values for people who cannot see the drawing.

import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../lib/format.js';
import { useSpeech } from '../lib/language.js';
import { useIsNight } from '../lib/theme.js';
import { resolvedColour } from './chart.js';

const HEIGHT_PX = 340;
const AXIS_PX = 64;
const FONT = '11px Inter, sans-serif';
/** The share of the height, at the bottom, that shows the volume. */
const VOLUME_SHARE = 0.22;
/** The share of a day's width that its candle fills. */
const BODY_SHARE = 0.7;
const BODY_MAX_PX = 14;
/** Space above and below the prices, as a share of their range. */
const MARGIN_SHARE = 0.06;
/** The approximate distance between two dates on the axis. */
const DATE_PX = 96;

/** A day's prices, and the number of units traded. */
export interface Candle {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** An event on a day. Its letter is drawn at the first candle on or after its date. */
export interface Mark {
  readonly date: string;
  readonly sign: string;
  readonly label: string;
}

interface CandleProps {
  readonly label: string;
  readonly candles: readonly Candle[];
  readonly marks: readonly Mark[];
  readonly currency: string;
}

export function CandleChart({ label, candles, marks, currency }: CandleProps): ReactNode {
  const isNight = useIsNight();
  const [chosen, choose] = useState<number>();
  const at = Math.min(chosen ?? candles.length - 1, candles.length - 1);
  const format = useFormat();
  const placed = useMemo(() => placedMarks(candles, marks), [candles, marks]);
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ends = [first, last].map(
    ({ date, close }) => `${format.day(date)} ${currency} ${format.price(close)}`,
  );
  const drawn = JSON.stringify({ candles, placed });
  const moves: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: candles.length - 1 },
  };
  const move = (event: KeyboardEvent) => {
    const to = moves[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(candles.length - 1, to)));
  };
  return (
    <div className="stack tight narrow">
      <Day candle={candles[at]} marks={placed.filter(({ index }) => index === at)} />
      {/* The chart is redrawn for a new theme, but not for equal candles. */}
      <div
        className="candles"
        role="img"
        tabIndex={0}
        aria-label={`${label}: ${ends.join(', ')}`}
        onKeyDown={move}
      >
        <Drawing key={String(isNight)} drawn={drawn} at={chosen} onPoint={choose} />
      </div>
      <CandleTable candles={candles} />
    </div>
  );
}

interface PlacedMark extends Mark {
  readonly index: number;
}

function placedMarks(candles: readonly Candle[], marks: readonly Mark[]): readonly PlacedMark[] {
  const first = candles[0]?.date ?? '';
  return marks.flatMap((mark) => {
    const index = candles.findIndex(({ date }) => date >= mark.date);
    return index < 0 || mark.date < first ? [] : [{ ...mark, index }];
  });
}

/** The chosen day's values. Screen readers announce them. */
function Day(props: {
  readonly candle: Candle | undefined;
  readonly marks: readonly PlacedMark[];
}): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { candle, marks } = props;
  if (candle === undefined) return null;
  const { date, open, high, low, close, volume } = candle;
  const figures = [
    [t('market.open'), format.price(open)],
    [t('market.high'), format.price(high)],
    [t('market.low'), format.price(low)],
    [t('market.close'), format.price(close)],
    [t('market.volume'), format.quantity(volume)],
  ];
  return (
    <div className="legend" aria-live="polite">
      <strong>{format.day(date)}</strong>
      {figures.map(([name, value]) => (
        <span key={name}>
          {name} <strong>{value}</strong>
        </span>
      ))}
      {marks.map(({ label }) => (
        <span key={label} className="strong">
          {label}
        </span>
      ))}
    </div>
  );
}

interface DrawingProps {
  /** The candles and the placed marks, as JSON. */
  readonly drawn: string;
  /** The day that the crosshair marks. Undefined until a key is pressed. */
  readonly at: number | undefined;
  readonly onPoint: (index: number) => void;
}

interface Drawn {
  readonly candles: readonly Candle[];
  readonly placed: readonly PlacedMark[];
}

function Drawing({ drawn, at, onPoint }: DrawingProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const format = useFormat();
  const { intl } = useSpeech();
  useEffect(() => {
    const box = place.current;
    const content: Drawn = JSON.parse(drawn);
    if (box === null) return;
    const day = new Intl.DateTimeFormat(intl.locale, dateParts(content.candles));
    const words = { day: (date: string) => day.format(new Date(date)), steps: format.steps };
    let fit: ResizeObserver | undefined;
    let isGone = false;
    void import('uplot').then(({ default: Plot }) => {
      if (isGone) return;
      const made = new Plot(optionsOf(box, content, { ...words, onPoint }), dataOf(content), box);
      plot.current = made;
      fit = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: HEIGHT_PX }));
      fit.observe(box);
    });
    return () => {
      isGone = true;
      fit?.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [drawn, format, intl, onPoint]);
  useEffect(() => {
    if (at === undefined || plot.current === undefined) return;
    plot.current.setCursor({ left: plot.current.valToPos(at, 'x'), top: 0 }, false);
  }, [at]);
  return <div ref={place} className="drawing" />;
}

/** The year is shown only if the candles span more than one. */
function dateParts(candles: readonly Candle[]): Intl.DateTimeFormatOptions {
  const years = new Set([candles[0], candles.at(-1)].map((candle) => candle?.date.slice(0, 4)));
  return {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    ...(years.size > 1 ? { year: '2-digit' } : {}),
  };
}

/** The days are numbered consecutively, so that closed days leave no gap. */
const dataOf = ({ candles }: Drawn): uPlot.AlignedData => [
  candles.map((_, index) => index),
  candles.map(({ close }) => close),
];

interface Words {
  readonly day: (date: string) => string;
  readonly steps: (values: readonly number[]) => readonly string[];
  readonly onPoint: (index: number) => void;
}

function optionsOf(box: HTMLElement, drawn: Drawn, words: Words): uPlot.Options {
  const { candles } = drawn;
  const colour = (name: string) => resolvedColour(box, name);
  const axis = {
    font: FONT,
    stroke: colour('--ink-faint'),
    grid: { stroke: colour('--line'), width: 1 },
  };
  const colours = {
    rise: colour('--good'),
    fall: colour('--bad'),
    ink: colour('--ink'),
    mark: colour('--accent'),
  };
  return {
    width: box.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.5, candles.length - 0.5] },
      y: { range: () => priceRange(candles) },
    },
    // The series only sets the scale. The draw hook draws the candles.
    series: [{}, { show: true, width: 0, points: { show: false } }],
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [1, 2, 5, 10, 20, 50, 100, 250],
        space: DATE_PX,
        values: (_, all) =>
          all.map((at) => {
            const date = candles[at]?.date;
            return date === undefined ? '' : words.day(date);
          }),
      },
      { ...axis, size: AXIS_PX, values: (_, all) => [...words.steps(all)] },
    ],
    hooks: {
      draw: [(plot) => draw(plot, drawn, colours)],
      setCursor: [
        ({ cursor: { idx, event } }) => {
          if (typeof idx === 'number' && event !== undefined) words.onPoint(idx);
        },
      ],
    },
  };
}

/** Leaves the space below the prices for the volume. */
function priceRange(candles: readonly Candle[]): [number, number] {
  const low = Math.min(...candles.map((candle) => candle.low));
  const high = Math.max(...candles.map((candle) => candle.high));
  const span = high - low || high * MARGIN_SHARE || 1;
  const top = high + span * MARGIN_SHARE;
  const bottom = low - span * MARGIN_SHARE;
  return [bottom - ((top - bottom) * VOLUME_SHARE) / (1 - VOLUME_SHARE), top];
}

type Colours = Readonly<Record<'rise' | 'fall' | 'ink' | 'mark', string>>;

function draw(plot: uPlot, { candles, placed }: Drawn, colours: Colours): void {
  const { ctx } = plot;
  const { left, top, width, height } = plot.bbox;
  const ratio = devicePixelRatio;
  const dayPx = width / candles.length;
  const body = Math.max(ratio, Math.min(dayPx * BODY_SHARE, BODY_MAX_PX * ratio));
  const volumeMax = Math.max(1, ...candles.map(({ volume }) => volume));
  const foot = top + height;
  ctx.save();
  candles.forEach(({ open, high, low, close, volume }, index) => {
    const x = plot.valToPos(index, 'x', true);
    const y = (price: number) => plot.valToPos(price, 'y', true);
    ctx.fillStyle = close >= open ? colours.rise : colours.fall;
    const bar = (volume / volumeMax) * height * (VOLUME_SHARE - 0.04);
    ctx.globalAlpha = 0.35;
    ctx.fillRect(x - body / 2, foot - bar, body, bar);
    ctx.globalAlpha = 1;
    ctx.fillRect(x - ratio / 2, y(high), ratio, Math.max(ratio, y(low) - y(high)));
    const upper = y(Math.max(open, close));
    ctx.fillRect(x - body / 2, upper, body, Math.max(ratio, y(Math.min(open, close)) - upper));
  });
  ctx.font = `${11 * ratio}px Inter, sans-serif`;
  ctx.textAlign = 'center';
  for (const { index, sign } of placed) {
    const x = plot.valToPos(index, 'x', true);
    ctx.strokeStyle = colours.mark;
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, top + 14 * ratio);
    ctx.lineTo(x, foot);
    ctx.stroke();
    ctx.fillStyle = colours.mark;
    ctx.fillText(sign, Math.max(left + 8 * ratio, x), top + 10 * ratio);
  }
  ctx.restore();
}

function CandleTable({ candles }: Pick<CandleProps, 'candles'>): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="figure-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('chart.figures')}</summary>
      {isOpen && <CandleRows candles={candles} />}
    </details>
  );
}

/** The latest day comes first. */
function CandleRows({ candles }: Pick<CandleProps, 'candles'>): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const heads = ['open', 'high', 'low', 'close', 'volume'] as const;
  return (
    <section className="scroll-y" tabIndex={0} aria-label={t('chart.figures')}>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{t('chart.at')}</th>
            {heads.map((name) => (
              <th key={name} scope="col" className="end">
                {t(`market.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candles.toReversed().map((candle) => (
            <tr key={candle.date}>
              <th scope="row">{format.day(candle.date)}</th>
              {heads.map((name) => (
                <td key={name} className="end">
                  {name === 'volume' ? format.quantity(candle[name]) : format.price(candle[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
