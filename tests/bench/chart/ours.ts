import { BarStore } from '../../../plugins/chart/model/bar-store.ts';
import { ChartModel } from '../../../plugins/chart/model/chart-model.ts';
import { ChartScreen } from '../../../plugins/chart/screen/chart-view.ts';
import { Invalid } from '../../../plugins/chart/view/invalidation.ts';
import { defineContender } from './contender.ts';
import { copyBars, FIRST_BARS, SMA_PERIODS } from './data.ts';

const nothing = () => {};

export const ours = defineContender({
  prepare: copyBars,
  create(host, bars, hasStudies) {
    const model = new ChartModel();
    const view = new ChartScreen(host, model, {
      onPaneHeights: nothing,
      onStudy: nothing,
      onRemoveStudy: nothing,
      onRemoveComparison: nothing,
      onRemoveTrades: nothing,
    });
    if (hasStudies) {
      model.chooseStudies([
        { Id: 'volume', Parameters: {} },
        ...SMA_PERIODS.map((period) => ({ Id: `sma${period}`, Parameters: {} })),
        { Id: 'rsi', Parameters: {} },
      ]);
      view.studiesChanged();
    }
    model.setBars(new BarStore(bars), { minutes: 1 }, bars.timeMs[0] ?? 0);
    view.barsReplaced();
    const show = (left: number, span: number) => {
      view.viewport.zoomAt(view.viewport.span / span, 0);
      view.viewport.panBy(left - view.viewport.left);
      view.invalidate(Invalid.view);
    };
    show(bars.length - FIRST_BARS, FIRST_BARS);
    return {
      show,
      tick(price) {
        model.bars.extendLast(price, 1);
        model.follow(model.bars.length - 1);
        view.barTicked('changed');
        view.setLastPrice({ price, tone: 'up', countdown: null });
      },
      destroy: () => view.dispose(),
    };
  },
});
