// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0.0, 1.5707964, 3.1415927, 4.712389]> : tensor<4xf32>
  %result = stablehlo.cosine %operand : tensor<4xf32>
  check.expect_almost_eq_const %result, dense<[1.0, 0.0, -1.0, 0.0]> : tensor<4xf32>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 10000000000.0]> : tensor<9xf64>
  %result = stablehlo.cosine %operand : tensor<9xf64>
  %expected = stablehlo.constant dense<[0.9950041652780258, 0.7648421872844885, 0.5403023058681398, -0.8011436155469337, -0.9941296760805463, -0.8390715290764524, 0.40808206181339196, 0.9999995000000417, 0.873119622676856]> : tensor<9xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf64>, tensor<9xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e+10]> : tensor<9xf32>
  %result = stablehlo.cosine %operand : tensor<9xf32>
  %expected = stablehlo.constant dense<[0.9950042, 0.7648422, 0.5403023, -0.8011436, -0.99412966, -0.8390715, 0.40808207, 0.9999995, 0.87311965]> : tensor<9xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf32>, tensor<9xf32>
  %accurate = stablehlo.cosine %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<9xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<9xf32>, tensor<9xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.cosine %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.992, 0.73, 0.54, -0.8, -0.99, -0.1455, 1.0]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.cosine %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.992, 0.7314, 0.5405, -0.8013, -0.99, -0.1455, 0.998]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.cosine %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[1.0, 0.8, 0.5, -0.8, -1.0, -0.16, 1.0]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.cosine %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.0, 0.75, 0.56, -0.8, -1.0, -0.14, 1.0]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.cosine %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.9051502, -0.12110879), (0.2661272, 3.617775), (-0.9977369, 0.017685974), (1.3817388, -1.0919302)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.cosine %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.9051501505596067, -0.12110879604381165), (0.2661271953135458, 3.6177750739401375), (-0.9977368889512219, 0.017685974412135323), (1.3817387306342588, -1.0919301355539746)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %result = stablehlo.cosine %operand : tensor<4xf32>
  check.expect_eq_const %result, dense<[1.0, 1.0, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[1065353216, 1065353216, 0, 0]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %result = stablehlo.cosine %operand : tensor<4xf64>
  check.expect_eq_const %result, dense<[1.0, 1.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[4607182418800017408, 4607182418800017408, 0, 0]> : tensor<4xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.cosine %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[1, -1, -6, -2]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.cosine %operand : tensor<f32>
  check.expect_eq_const %result, dense<1.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.cosine %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
