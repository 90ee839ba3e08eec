import type Konva from 'konva';
import { useEffect, useRef, type RefObject } from 'react';
import { Layer, Shape, Stage } from 'react-konva';
import type { ChartView } from '../screen/types.ts';
import { Invalid } from '../view/invalidation.ts';
import { paintShapes } from './paint-shapes.ts';
import type { SymbolDrawings } from './symbol-drawings.ts';
import styles from './Drawings.module.css';

interface DrawingStageProps {
  readonly view: ChartView;
  readonly drawings: Pick<SymbolDrawings, 'board' | 'scene'>;
  readonly isShown: boolean;
  /** Receives the layer that the drawings are painted on. */
  readonly layer: RefObject<Konva.Layer | null>;
  /** Called after a frame in which the drawings may have moved. */
  readonly onMoved?: (() => void) | undefined;
}

/** A Konva stage above the chart's canvases. It paints the drawings in the same frames as the chart. */
export function DrawingStage({ view, drawings, isShown, layer, onMoved }: DrawingStageProps) {
  const { board, scene } = drawings;
  const stage = useRef<Konva.Stage>(null);
  useEffect(
    () =>
      view.onPaint((painted) => {
        // A tick or the crosshair moves no drawing.
        if (painted < Invalid.view) return;
        const { plotWidth, plotHeight } = view.geometry();
        if (stage.current && (stage.current.width() !== plotWidth || stage.current.height() !== plotHeight))
          stage.current.size({ width: plotWidth, height: plotHeight });
        layer.current?.draw();
        onMoved?.();
      }),
    [view, layer, onMoved],
  );
  // A saved picture has the drawings without the handles of the selected one.
  useEffect(
    () => (isShown ? view.addPictureLayer((context) => paintShapes(context, board, scene, null)) : undefined),
    [view, board, scene, isShown],
  );
  const { plotWidth, plotHeight } = view.geometry();
  return (
    <Stage
      ref={stage}
      className={styles.stage}
      style={{ visibility: isShown ? 'visible' : 'hidden' }}
      width={plotWidth}
      height={plotHeight}
      listening={false}
      aria-hidden
    >
      <Layer ref={layer} listening={false}>
        <Shape
          listening={false}
          sceneFunc={(context) => paintShapes(context._context, board, scene, view.theme().accent)}
        />
      </Layer>
    </Stage>
  );
}
