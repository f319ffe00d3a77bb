// A curve over days: drawn small, with its figures in words for those who do not see it.

import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../lib/format.js';
import { useSpeech } from '../lib/language.js';
import { useIsNight } from '../lib/theme.js';

const HEIGHT_PX = 180;
const AXIS_PX = 76;
const FONT = '11px Inter, sans-serif';
const SECOND_MS = 1_000;

export interface Point {
  /** A day, `yyyy-MM-dd`, or a time. */
  readonly at: string;
  readonly value: number;
}

interface ChartProps {
  readonly label: string;
  readonly points: readonly Point[];
  readonly currency?: string | undefined;
}

export function Chart({ label, points, currency }: ChartProps): ReactNode {
  const format = useFormat();
  const isNight = useIsNight();
  const first = points[0];
  const last = points.at(-1);
  const said =
    first === undefined || last === undefined
      ? label
      : `${label}: ${format.day(first.at)} ${format.amount(first.value, currency)}, ` +
        `${format.day(last.at)} ${format.amount(last.value, currency)}`;
  // What is drawn keeps its colours, so that night draws it anew; points that are equal do not.
  return <Curve key={String(isNight)} said={said} drawn={JSON.stringify(points)} />;
}

interface CurveProps {
  readonly said: string;
  /** The points as text. */
  readonly drawn: string;
}

function Curve({ said, drawn }: CurveProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const format = useFormat();
  const { intl } = useSpeech();
  useEffect(() => {
    const box = place.current;
    const points: readonly Point[] = JSON.parse(drawn);
    if (box === null || points.length === 0) return;
    const colour = (name: string) => resolvedColour(box, name);
    const axis = {
      font: FONT,
      stroke: colour('--ink-faint'),
      grid: { stroke: colour('--line'), width: 1 },
    };
    const day = new Intl.DateTimeFormat(intl.locale, { day: 'numeric', month: 'short' });
    const plot = new uPlot(
      {
        width: box.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        series: [{}, { stroke: colour('--accent'), width: 1.5, fill: colour('--accent-wash') }],
        axes: [
          { ...axis, values: (_, all) => all.map((at) => day.format(at * SECOND_MS)) },
          { ...axis, size: AXIS_PX, values: (_, all) => all.map((value) => format.compact(value)) },
        ],
      },
      [
        points.map(({ at }) => new Date(at).getTime() / SECOND_MS),
        points.map(({ value }) => value),
      ],
      box,
    );
    const fit = new ResizeObserver(() =>
      plot.setSize({ width: box.clientWidth, height: HEIGHT_PX }),
    );
    fit.observe(box);
    return () => {
      fit.disconnect();
      plot.destroy();
    };
  }, [drawn, format, intl]);
  return <div ref={place} className="chart" role="img" aria-label={said} />;
}

// A canvas knows no variables and no light-dark(): the browser resolves them on an element.
function resolvedColour(box: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
