import type Konva from 'konva';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Group, Layer, Rect, Stage } from 'react-konva';
import { useReadable } from '../../../src/plugin-api/index.ts';
import type { ChartView } from '../screen/types.ts';
import { Invalid } from '../view/invalidation.ts';
import type { DragEvents } from './drag-events.ts';
import type { DrawingSurface } from './drawing-surface.ts';
import { kindOf } from './kinds/index.ts';
import type { PlacedNodes } from './nodes/drawing-nodes.ts';
import { nodesOf } from './nodes/index.ts';
import type { Scene } from './scene.ts';
import { type DrawnShape, HANDLE_PX } from './shape.ts';
import { type DrawingTheme, shownColor } from './shown-color.ts';
import type { ShownDrawings } from './shown-drawings.ts';
import styles from './Drawings.module.css';

/** A handle takes the pointer this far around it, px. */
const HANDLE_REACH_PX = 2;
const HANDLE_STROKE_PX = 1.5;

interface DrawingStageProps {
  readonly view: ChartView;
  readonly scene: Scene;
  readonly surface: DrawingSurface;
  readonly shown: ShownDrawings;
  readonly drags: DragEvents;
  readonly isShown: boolean;
}

/** A Konva stage above the chart's canvases, with a component for each drawing. Its frames are those of the chart. */
export function DrawingStage({ view, scene, surface, shown, drags, isShown }: DrawingStageProps) {
  const { shapes, selectedId } = useReadable(shown);
  const [theme, setTheme] = useState(() => scene.view.style());
  const [accent, setAccent] = useState(() => view.theme().accent);
  const stage = useRef<Konva.Stage>(null);
  const layer = useRef<Konva.Layer>(null);
  const drawings = useRef<Konva.Group>(null);
  const handles = useRef<Konva.Group>(null);
  useLayoutEffect(() => {
    if (!stage.current || !layer.current || !drawings.current || !handles.current) return undefined;
    return surface.attach({
      stage: stage.current,
      layer: layer.current,
      drawings: drawings.current,
      handles: handles.current,
    });
  }, [surface]);
  // What React has rendered has no places yet.
  useLayoutEffect(() => surface.invalidate());
  useEffect(
    () =>
      view.onPaint((painted) => {
        // A tick or the crosshair moves no drawing.
        surface.paint(painted >= Invalid.view);
        if (painted < Invalid.all) return;
        setTheme(scene.view.style());
        setAccent(view.theme().accent);
      }),
    [view, scene, surface],
  );
  // A saved picture has the drawings without the handles of the selected one.
  useEffect(
    () => (isShown ? view.addPictureLayer((context) => surface.paintInto(context)) : undefined),
    [view, surface, isShown],
  );
  const selected = shapes.find(({ Id }) => Id === selectedId);
  const { plotWidth, plotHeight } = view.geometry();
  return (
    <Stage
      ref={stage}
      className={styles.stage}
      style={{ visibility: isShown ? 'visible' : 'hidden' }}
      width={plotWidth}
      height={plotHeight}
      aria-hidden
    >
      <Layer ref={layer} imageSmoothingEnabled={false}>
        <Group ref={drawings}>
          {shapes.map((shape) => (
            <Drawing key={shape.Id} shape={shape} theme={theme} surface={surface} drags={drags} />
          ))}
        </Group>
        <Group ref={handles}>
          {selected === undefined || selected.IsHidden === true ? null : (
            <Handles shape={selected} theme={theme} accent={accent} drags={drags} />
          )}
        </Group>
      </Layer>
    </Stage>
  );
}

interface DrawingProps {
  readonly shape: DrawnShape;
  readonly theme: DrawingTheme;
  readonly surface: DrawingSurface;
  readonly drags: DragEvents;
}

/** The nodes of one drawing, dragged as a whole. */
const Drawing = memo(function Drawing({ shape, theme, surface, drags }: DrawingProps) {
  const group = useRef<Konva.Group>(null);
  const nodes = useRef<PlacedNodes>(null);
  const { Id } = shape;
  useLayoutEffect(
    () =>
      group.current && nodes.current
        ? surface.add(Id, {
            group: group.current,
            nodes: { place: (placed) => nodes.current?.place(placed) },
          })
        : undefined,
    [surface, Id],
  );
  const Nodes = nodesOf(shape.Type);
  if (Nodes === undefined) return null;
  return (
    <Group
      ref={group}
      dragBoundFunc={drags.boundDrawing}
      onDragMove={drags.onDrawingMove}
      onDragEnd={drags.onEnd}
    >
      <Nodes ref={nodes} shape={shape} color={shownColor(shape, theme)} theme={theme} />
    </Group>
  );
});

interface HandlesProps {
  readonly shape: DrawnShape;
  readonly theme: DrawingTheme;
  readonly accent: string;
  readonly drags: DragEvents;
}

/** A handle for each anchor of the selected drawing. Those of a locked one show that it is selected, and take no pointer. */
function Handles({ shape, theme, accent, drags }: HandlesProps) {
  const isLocked = shape.IsLocked === true;
  return Array.from({ length: kindOf(shape.Type)?.anchors ?? 0 }, (_, anchor) => (
    <Rect
      key={anchor}
      width={HANDLE_PX}
      height={HANDLE_PX}
      offsetX={HANDLE_PX / 2}
      offsetY={HANDLE_PX / 2}
      fill={theme.background}
      stroke={isLocked ? theme.text : accent}
      listening={!isLocked}
      strokeWidth={HANDLE_STROKE_PX}
      hitStrokeWidth={2 * HANDLE_REACH_PX}
      perfectDrawEnabled={false}
      dragBoundFunc={drags.boundHandle}
      onDragMove={drags.onHandleMove}
      onDragEnd={drags.onEnd}
    />
  ));
}
