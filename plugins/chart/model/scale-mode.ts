/** How the price scale places prices; `percent` names them by their change since the left edge. */
export type ScaleMode = 'linear' | 'log' | 'percent';
