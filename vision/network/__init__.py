"""The reader's networks at run time: weights as ONNX files, run by OpenCV; vision/training makes them."""
