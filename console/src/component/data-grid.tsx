// The data grid: any number of rows, rendered only while visible. Users move, select and open rows
// by keyboard.

import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { isTaken } from '../lib/key.js';
import { useSpeech } from '../lib/language.js';

const ROW_PX = 30;
const OVERSCAN_ROWS = 12;
const PAGE_KEY_ROWS = 20;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly widthPx: number;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligns numbers, so that their digits line up. */
  readonly end?: boolean;
  readonly grow?: boolean;
  /** The value of the list operation's sort parameter for ascending order. */
  readonly sort?: string;
}

/** A group row: its text, which spans all columns, and whether its rows are shown. */
interface GroupHead {
  readonly says: ReactNode;
  readonly isOpen: boolean;
}

export interface GridProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => number;
  /** Called with the range of visible rows. */
  readonly look?: (from: number, to: number) => void;
  readonly onOpen?: (row: Row) => void;
  /** Additional keys and their actions on the current row. */
  readonly rowKeys?: Readonly<Record<string, (row: Row) => void>>;
  /** Returns the text of a group row. Group rows expand and collapse. */
  readonly headOf?: (row: Row) => GroupHead | undefined;
  /** Makes rows selectable. */
  readonly chosen?: ReadonlyMap<number, Row>;
  readonly choose?: (chosen: ReadonlyMap<number, Row>) => void;
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string) => void;
}

export function DataGrid<Row>(props: GridProps<Row>): ReactNode {
  const { label, columns, count, rowAt, look } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [at, setAt] = useState(0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  const seen = rows.getVirtualItems();
  const from = seen[0]?.index ?? 0;
  const to = seen.at(-1)?.index ?? 0;
  useEffect(() => look?.(from, to), [look, from, to]);
  useEffect(() => takeFocus(scroller.current), []);
  const move = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    setAt(next);
    rows.scrollToIndex(next);
  };
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      {...(props.headOf === undefined ? {} : { role: 'treegrid' })}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-multiselectable={props.choose !== undefined}
      aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      onKeyDown={(event) => pressed(event, { ...props, at, move, scroller })}
      onClick={(event) => setAt(indexOf(event) ?? at)}
      onDoubleClick={(event) => {
        const row = rowAt(indexOf(event) ?? at);
        if (row !== undefined) props.onOpen?.(row);
      }}
    >
      <div className="grid-inner" role="presentation">
        <Head {...props} />
        <div className="grid-body" role="rowgroup" style={{ height: rows.getTotalSize() }}>
          {seen.map(({ index, start }) => (
            <GridRow
              key={index}
              id={`${id}-${index}`}
              row={rowAt(index)}
              isAt={index === at}
              startPx={start}
              index={index}
              grid={props}
              columns={columns}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Focuses the grid if nothing else has the focus, so that its keys work immediately. */
function takeFocus(grid: HTMLElement | null): void {
  const { activeElement, body } = document;
  const isFree = activeElement === body || activeElement?.id === 'page';
  if (isFree) grid?.focus({ preventScroll: true });
}

/**
 * Returns the index of the clicked row. Row numbers start at 2, because the header row is row 1.
 */
function indexOf(event: MouseEvent): number | undefined {
  const row = event.target instanceof Element ? event.target.closest('[aria-rowindex]') : null;
  const number = Number(row?.getAttribute('aria-rowindex') ?? 0);
  return number < 2 ? undefined : number - 2;
}

interface KeyParts<Row> extends GridProps<Row> {
  readonly at: number;
  readonly move: (index: number) => void;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

function pressed<Row>(event: KeyboardEvent, grid: KeyParts<Row>): void {
  if (event.target !== grid.scroller.current || event.ctrlKey || event.metaKey) return;
  if (isTaken(event.nativeEvent)) return;
  const { at, move, count } = grid;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + PAGE_KEY_ROWS,
    PageUp: at - PAGE_KEY_ROWS,
    Home: 0,
    End: count - 1,
  };
  const next = moves[event.key];
  const row = grid.rowAt(at);
  const head = row && grid.headOf?.(row);
  const act = grid.rowKeys?.[event.key];
  if (next !== undefined) move(next);
  else if (act !== undefined && row !== undefined) act(row);
  else if (event.key === 'Enter' && row !== undefined) grid.onOpen?.(row);
  else if (event.key === (head?.isOpen ? 'ArrowLeft' : 'ArrowRight') && row && head)
    grid.onOpen?.(row);
  else if ((event.key === ' ' || event.key === 'x') && row !== undefined) toggle(grid, row);
  else return;
  event.preventDefault();
}

function toggle<Row>({ chosen, choose, keyOf, headOf }: GridProps<Row>, row: Row): void {
  if (chosen === undefined || choose === undefined || headOf?.(row) !== undefined) return;
  const next = new Map(chosen);
  if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
  choose(next);
}

const widthOf = <Row,>({ grow, widthPx }: Column<Row>) =>
  grow ? { minWidth: widthPx, flexBasis: widthPx } : { width: widthPx };

const classOf = <Row,>({ end, grow }: Column<Row>): string =>
  ['grid-cell', end ? 'end' : '', grow ? 'grow' : ''].join(' ');

function Head<Row>({ columns, choose, sort, onSort }: GridProps<Row>): ReactNode {
  const { t } = useSpeech();
  return (
    <div className="grid-row grid-head" role="row" aria-rowindex={1}>
      {choose !== undefined && (
        <div className="grid-cell" role="columnheader" style={{ width: 38 }}>
          <span className="sr">{t('grid.chosen')}</span>
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.id}
          role="columnheader"
          className={classOf(column)}
          style={widthOf(column)}
          {...ariaSortOf(column.sort, sort)}
        >
          {column.sort === undefined || onSort === undefined ? (
            column.header
          ) : (
            <SortButton header={column.header} name={column.sort} sort={sort} onSort={onSort} />
          )}
        </div>
      ))}
    </div>
  );
}

function ariaSortOf(name: string | undefined, sort: string | undefined) {
  if (name === undefined || (sort !== name && sort !== `-${name}`)) return {};
  return { 'aria-sort': sort === name ? 'ascending' : 'descending' } as const;
}

function SortButton(props: {
  readonly header: string;
  readonly name: string;
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
}): ReactNode {
  const { header, name, sort, onSort } = props;
  return (
    <button type="button" onClick={() => onSort(sort === `-${name}` ? name : `-${name}`)}>
      {header}
      {sort === name && <ArrowUp aria-hidden />}
      {sort === `-${name}` && <ArrowDown aria-hidden />}
    </button>
  );
}

interface RowProps<Row> {
  readonly id: string;
  readonly row: Row | undefined;
  readonly index: number;
  readonly isAt: boolean;
  readonly startPx: number;
  readonly grid: GridProps<Row>;
  readonly columns: readonly Column<Row>[];
}

function GridRow<Row>(props: RowProps<Row>): ReactNode {
  const { id, row, index, isAt, startPx, grid, columns } = props;
  const { t } = useSpeech();
  const head = row && grid.headOf?.(row);
  if (row !== undefined && head !== undefined) return <HeadRow {...props} row={row} head={head} />;
  const isChosen = row !== undefined && (grid.chosen?.has(grid.keyOf(row)) ?? false);
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-level={grid.headOf === undefined ? undefined : 2}
      aria-selected={grid.choose === undefined ? undefined : isChosen}
      className={isAt ? 'grid-row at' : 'grid-row'}
      style={{ transform: `translateY(${startPx}px)` }}
    >
      {grid.choose !== undefined && (
        <div className="grid-cell" role="gridcell" style={{ width: 38 }}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('grid.choose')}
            checked={isChosen}
            onChange={() => row !== undefined && toggle(grid, row)}
          />
        </div>
      )}
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={classOf(column)} style={widthOf(column)}>
          {row === undefined ? <span className="skeleton" /> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}

function HeadRow<Row>(
  props: RowProps<Row> & { readonly row: Row; readonly head: GroupHead },
): ReactNode {
  const { id, row, head, index, isAt, startPx, grid, columns } = props;
  const Sign = head.isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={head.isOpen}
      className={isAt ? 'grid-row group at' : 'grid-row group'}
      style={{ transform: `translateY(${startPx}px)` }}
    >
      <div
        role="gridcell"
        className="grid-cell across"
        aria-colspan={columns.length + (grid.choose === undefined ? 0 : 1)}
      >
        <button type="button" tabIndex={-1} onClick={() => grid.onOpen?.(row)}>
          <Sign className="icon" aria-hidden />
          {head.says}
        </button>
      </div>
    </div>
  );
}
